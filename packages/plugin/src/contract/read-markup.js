/**
 * A small HTML reader for tests: enough to check that markup is well-formed, and that nothing in it could run or style,
 * which a strict content security policy would block.
 *
 * @typedef {{ name: string, attributes: Record<string, string>, closing: boolean }} Tag
 */

const VOID = new Set([
  'area',
  'br',
  'col',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
  'rect',
  'path',
]);
/** Rows and cells end where the next one begins, or what holds them ends: which begin or end closes them. */
const UNTIL = {
  td: /^(td|th|tr|\/tr|\/tbody|\/thead|\/tfoot|tbody|tfoot|\/table)$/,
  th: /^(td|th|tr|\/tr|\/tbody|\/thead|\/tfoot|tbody|tfoot|\/table)$/,
  tr: /^(tr|\/tbody|\/thead|\/tfoot|tbody|tfoot|\/table)$/,
};
const FORBIDDEN = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'base',
  'form',
  'link',
  'meta',
  'frame',
  'applet',
]);
const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/giy;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** @param {string} markup @returns {Tag[]} */
export function readTags(markup) {
  return scan(markup).tags;
}

/**
 * Problems of a piece of markup; an empty list if there are none.
 *
 * @param {string} markup @returns {string[]}
 */
export function markupProblems(markup) {
  const { tags, problems } = scan(markup);
  const open = [];
  const ids = new Set();
  for (const tag of tags) {
    if (FORBIDDEN.has(tag.name)) problems.push(`<${tag.name}> is not allowed`);
    problems.push(...attributeProblems(tag));
    if (tag.attributes.id && !tag.closing) {
      if (ids.has(tag.attributes.id)) problems.push(`id ${tag.attributes.id} twice`);
      ids.add(tag.attributes.id);
    }
    endRows(open, tag);
    if (tag.closing) {
      const last = open.pop();
      if (last !== tag.name) problems.push(`</${tag.name}> closes <${last}>`);
    } else if (!VOID.has(tag.name) || tag.name === 'rect') open.push(tag.name);
  }
  if (open.length) problems.push(`not closed: ${open.join(', ')}`);
  return problems;
}

/** @param {string[]} open names @param {Tag} next what may end cells and rows that have no end tag */
function endRows(open, { name, closing }) {
  const next = closing ? `/${name}` : name;
  for (const row of /** @type {const} */ (['td', 'th', 'tr']))
    if (open.at(-1) === row && UNTIL[row].test(next)) open.pop();
}

/** @param {Tag} tag */
function attributeProblems(tag) {
  const problems = [];
  for (const [name, value] of Object.entries(tag.attributes)) {
    if (/^on/i.test(name)) problems.push(`inline handler ${name}`);
    if (name === 'style') problems.push('inline style');
    if (/^(href|src|action|formaction|xlink:href)$/.test(name) && /^\s*(javascript|data|vbscript):/i.test(value)) {
      problems.push(`${name} runs a script`);
    }
  }
  return problems;
}

/** @param {string} markup */
function scan(markup) {
  /** @type {Tag[]} */
  const tags = [];
  /** @type {string[]} */
  const problems = [];
  for (let at = markup.indexOf('<'); at >= 0; at = markup.indexOf('<', at)) {
    TAG.lastIndex = at;
    const match = TAG.exec(markup);
    if (!match) {
      problems.push(`bare < at ${markup.slice(at, at + 30)}`);
      at += 1;
      continue;
    }
    at += match[0].length;
    tags.push({ name: match[2].toLowerCase(), attributes: readAttributes(match[3]), closing: match[1] === '/' });
  }
  return { tags, problems };
}

/** @param {string} text */
function readAttributes(text) {
  /** @type {Record<string, string>} */
  const attributes = {};
  for (const [, name, double, single, bare] of text.matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] = double ?? single ?? bare ?? '';
  }
  return attributes;
}
