// Emphasis, links, pictures and text of a line, as Markdown.

/** Elements that are invisible or hold no text. */
const LEFT_OUT = new Set(
  'BUTTON HEAD IFRAME INPUT LINK META NOSCRIPT OBJECT SCRIPT SELECT STYLE TEMPLATE TEXTAREA TITLE svg'.split(' '),
);
/** Addresses that a page may lead to: the same that are delivered. */
const HARMLESS = /^(?:https?:|mailto:|tel:|(?!\/\/)[^:]*(?:[/?#]|$))/i;
/** Addresses in a text become links automatically. */
const ADDRESS = /((?:https?:\/\/|www\.)[^\s<]+)/;

/** @param {readonly Node[]} nodes @returns {string} lines */
export function inlineOf(nodes) {
  return nodes
    .map(textOf)
    .join('')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** @param {string | null} address */
export const isHarmless = (address) => address !== null && HARMLESS.test(address.trim());

/** @param {Node} node @returns {string} */
function textOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return escaped((node.nodeValue ?? '').replaceAll(/[\s\u00a0]+/g, ' '));
  if (node.nodeType !== Node.ELEMENT_NODE || LEFT_OUT.has(node.nodeName)) return '';
  const element = /** @type {HTMLElement} */ (node);
  const inner = () => [...element.childNodes].map(textOf).join('');
  switch (element.nodeName) {
    case 'BR':
      return '\n';
    case 'A':
      return linkOf(element, inner());
    case 'IMG':
      return imageOf(element);
    case 'CODE':
    case 'KBD':
    case 'TT':
      return codeOf(element.textContent ?? '');
    default:
      return emphasised(element, inner());
  }
}

/** @param {HTMLElement} element @param {string} inner */
function emphasised(element, inner) {
  const { nodeName } = element;
  const style = element.dataset.style ?? '';
  const weight = /font-weight:\s*(\w+)/.exec(style)?.[1];
  const slant = /font-style:\s*(\w+)/.exec(style)?.[1];
  // Documents of Google come in a <b> that is not bold.
  const isBold = weight ? weight === 'bold' || Number(weight) >= 600 : /^(B|STRONG)$/.test(nodeName);
  const isItalic = slant ? slant === 'italic' : /^(I|EM)$/.test(nodeName);
  const isStruck = /^(S|DEL|STRIKE)$/.test(nodeName) || /text-decoration[^;]*line-through/.test(style);
  let text = inner;
  if (isStruck) text = wrapped('~~', text);
  if (isItalic) text = wrapped(isInWord(element) ? '*' : '_', text);
  return isBold ? wrapped('**', text) : text;
}

/** Marks stand right beside the words. @param {string} mark @param {string} inner */
function wrapped(mark, inner) {
  const text = inner.trim();
  if (!text || inner.includes('\n\n')) return inner;
  const start = inner.slice(0, inner.length - inner.trimStart().length);
  return `${start}${mark}${text}${mark}${inner.slice(inner.trimEnd().length)}`;
}

/** @param {HTMLElement} element */
function isInWord({ previousSibling, nextSibling }) {
  return /\w$/u.test(previousSibling?.textContent ?? '') || /^\w/u.test(nextSibling?.textContent ?? '');
}

/** @param {HTMLElement} element @param {string} inner */
function linkOf(element, inner) {
  const address = element.getAttribute('href')?.trim() ?? '';
  const text = inner.trim();
  if (!text || !isHarmless(address)) return inner;
  const shown = (element.textContent ?? '').trim();
  const title = element.getAttribute('title');
  const isPlain = address === shown ? ADDRESS.test(shown) : address === `mailto:${shown}`;
  if (isPlain && !title) return shown;
  return `[${text.replaceAll('\n', ' ')}](${target(address)}${titleOf(title)})`;
}

/** @param {HTMLElement} element */
function imageOf(element) {
  const address = element.getAttribute('src') ?? '';
  const alt = escaped(element.getAttribute('alt') ?? '').replaceAll(/\s+/g, ' ');
  return isHarmless(address) && address
    ? `![${alt}](${target(address)}${titleOf(element.getAttribute('title'))})`
    : alt;
}

/** @param {string} address */
const target = (address) =>
  /[\s()<>\\]/.test(address)
    ? `<${address.replaceAll(/[<>\\]/g, (one) => encodeURIComponent(one)).replaceAll(/\s/g, '%20')}>`
    : address;

/** @param {string | null} title */
const titleOf = (title) => (title ? ` "${title.replaceAll(/["\\]/g, '\\$&').replaceAll(/\s+/g, ' ')}"` : '');

/** @param {string} text */
function codeOf(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  if (!line.trim()) return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const space = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${ticks}${space}${line}${space}${ticks}`;
}

/** Text that would be read as markup. @param {string} text */
function escaped(text) {
  return text
    .split(ADDRESS)
    .map((part, i) =>
      i % 2
        ? part
        : part.replaceAll(
            /[\\`[\]]|(?<!\s)[*~]|[*~](?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)/giu,
            '\\$&',
          ),
    )
    .join('');
}
