/**
 * A call of `plinth.rows` or `plinth.start` with a name, and where in the code the name stands.
 *
 * @typedef {{ kind: 'table' | 'workflow', name: string, at: number }} NamedUse
 */

/** Members of plinth that lead to no tables and workflows. */
const HARMLESS = ['user', 'log', 'fetch', 'mail', 'notify', 'secrets', 'fail', 'respond'];
/** A call with a name, and nothing with which another one could be computed. */
const NAMED_CALL = /(?<![\w$])(rows|start)\s*(?:\?\.\s*)?\(\s*(['"`])([a-z][a-z0-9_]*)\2\s*[,)]/g;
const NAMED = new RegExp(`^${NAMED_CALL.source}`);
const WORD = /^[A-Za-z_$][\w$]*$/;

/**
 * The tables and workflows that the code of a function names, whatever it calls `plinth`. It is read as text, comments
 * included.
 *
 * @param {string} code @returns {NamedUse[]}
 */
export function plinthUses(code) {
  const owners = ['plinth', parametersOf(code)?.list[1]];
  const isTakenOut = /\{[^{}]*\bstart\b[^{}]*\}/.test(code);
  /** Other things can be started as well. @param {string} before */
  const isOurs = (before) => {
    const owner = /([\w$]+)\s*\??\.\s*$/.exec(before)?.[1];
    return owner ? owners.includes(owner) : isTakenOut;
  };
  /** @param {RegExpExecArray} match @returns {NamedUse[]} */
  const useOf = (match) => {
    const [text, member, , name] = match;
    const at = match.index + text.lastIndexOf(name);
    if (member === 'rows') return [{ kind: 'table', name, at }];
    return isOurs(code.slice(Math.max(0, match.index - 100), match.index)) ? [{ kind: 'workflow', name, at }] : [];
  };
  return [...code.matchAll(NAMED_CALL)].flatMap(useOf);
}

/** The same code with other names. @param {string} code @param {(use: NamedUse) => string} change */
export function mapPlinthUses(code, change) {
  let [mapped, end] = ['', 0];
  for (const use of plinthUses(code)) {
    mapped += code.slice(end, use.at) + change(use);
    end = use.at + use.name.length;
  }
  return mapped + code.slice(end);
}

/**
 * Whether `plinthUses` are all tables and workflows that the code of a function can use. Code that hands plinth on, gives
 * a member another name or computes the name of a table may use others. When in doubt, it may.
 *
 * @param {string} code
 */
export function namesAllUses(code) {
  if (/\\u|\barguments\b|\beval\b/.test(code)) return false;
  const found = parametersOf(code);
  if (!found || found.list.some((one) => one.startsWith('...'))) return false;
  const { from, to, list } = found;
  const [input, plinth, ...others] = list;
  if (plinth === undefined) return true;
  const rest = code.slice(0, from) + [input, ...others].join() + code.slice(to);
  return WORD.test(plinth) ? isUsedPlainly(rest, plinth) : areMembersNamed(rest, plinth);
}

/**
 * The parameters of the default export, and where they stand.
 *
 * @param {string} code @returns {{ list: string[], from: number, to: number } | null} null: they can't be told for sure
 */
function parametersOf(code) {
  if (code.match(/\bdefault\b(?!\s*:)/g)?.length !== 1) return null;
  const own = /\bexport\s+default\s+(?:async\b\s*)?(?:function\b\s*\*?\s*[\w$]*\s*)?/.exec(code);
  if (!own) return null;
  const start = own.index + own[0].length;
  const [, single] = /^([A-Za-z_$][\w$]*)\s*=>/.exec(code.slice(start)) ?? [];
  if (single) return { list: [single], from: start, to: start + single.length };
  const [, name] = /^([A-Za-z_$][\w$]*)\s*(?:;|$)/.exec(code.slice(start).trimEnd()) ?? [];
  if (!name) return listFrom(code, start);
  const places = wordsOf(code, name).map(({ index }) => index);
  const declared = places.find((at) => /\bfunction\s*\*?\s*$/.test(code.slice(Math.max(0, at - 20), at)));
  return places.length === 2 && declared !== undefined ? listFrom(code, declared + name.length) : null;
}

/** What stands in the brackets of a function, divided at its outer commas. @param {string} code @param {number} from */
function listFrom(code, from) {
  if (code[from] !== '(') return null;
  /** @type {string[]} */
  const list = [];
  let depth = 0;
  for (let [i, start] = [from, from + 1]; i < code.length; i++) {
    // A text in a default value, or a comment, may contain brackets itself.
    if (/['"`/]/.test(code[i])) return null;
    if ('([{'.includes(code[i])) depth += 1;
    if (')]}'.includes(code[i])) depth -= 1;
    if (depth > 1 || (depth === 1 && code[i] !== ',')) continue;
    list.push(code.slice(start, i).trim());
    start = i + 1;
    if (depth > 0) continue;
    const isFunction = /^\s*(=>|\{)/.test(code.slice(i + 1, i + 100));
    return isFunction ? { list: list.filter((one) => one !== ''), from, to: i + 1 } : null;
  }
  return null;
}

/** Whether plinth is only used by members that are called with names. @param {string} code @param {string} plinth */
function isUsedPlainly(code, plinth) {
  const word = plinth.replaceAll('$', '\\$');
  const taken = new RegExp(`(?:const|let|var)\\s*(\\{[^{}]*\\})\\s*=\\s*${word}\\s*(?:;|\\n)`, 'g');
  const rest = code.replaceAll(taken, ';');
  return (
    [...code.matchAll(taken)].every(([, members]) => areMembersNamed(rest, members)) &&
    wordsOf(rest, plinth).every(({ index }) => {
      const [, member] = /^\s*\??\.\s*([^]*)/.exec(rest.slice(index + plinth.length)) ?? [];
      return member !== undefined && (HARMLESS.includes(/^[\w$]*/.exec(member)?.[0] ?? '') || NAMED.test(member));
    })
  );
}

/** Whether members are only called with names. @param {string} code @param {string} members such as `{ rows, log }` */
function areMembersNamed(code, members) {
  const [, inside] = /^\{([^]*)\}$/.exec(members) ?? [];
  const list = inside?.split(',').map((one) => one.trim()) ?? ['unknown'];
  return list.every((one) => {
    if (one === '' || HARMLESS.includes(one)) return true;
    return ['rows', 'start'].includes(one) && wordsOf(code, one).every(({ index }) => NAMED.test(code.slice(index)));
  });
}

/** Where a variable of this name is used; `order.plinth` is none, and `...plinth` is one. @param {string} code @param {string} name */
const wordsOf = (code, name) => [
  ...code.matchAll(new RegExp(`(?<!(?<!\\.\\.)\\.\\s*|[\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g')),
];
