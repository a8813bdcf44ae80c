// The content of an element as Markdown: of the text being edited, and of HTML from the clipboard. Formatting that
// Markdown can't express is left out; its text stays.
import { inlineOf } from './inline-markdown.js';

const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM ' +
    'H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'
  ).split(' '),
);

/** @type {Record<string, (element: HTMLElement, before: string) => string[]>} */
const WRITERS = {
  BLOCKQUOTE: (element) => [prefixed(blocksOf(element).join('\n\n'), '> ', '> ')].filter((text) => text !== '> '),
  HR: () => ['---'],
  OL: listOf,
  PRE: codeBlock,
  TABLE: tableOf,
  UL: listOf,
};
for (let level = 1; level <= 6; level++) WRITERS[`H${level}`] = (element) => headingOf(element, level);

/** @param {Node} root @returns {string} */
export const markdownOf = (root) => blocksOf(root).join('\n\n').trim();

/** @param {Node} parent @returns {string[]} */
function blocksOf(parent) {
  /** @type {string[]} */
  const blocks = [];
  /** @type {Node[]} */
  let run = [];
  const endRun = () => {
    const text = inlineOf(run);
    if (text) blocks.push(...text.split(/\n{2,}/).map(asParagraph));
    run = [];
  };
  for (const child of parent.childNodes) {
    if (!isBlock(child)) {
      run.push(child);
      continue;
    }
    endRun();
    const writer = WRITERS[child.nodeName];
    blocks.push(...(writer ? writer(/** @type {HTMLElement} */ (child), blocks.at(-1) ?? '') : blocksOf(child)));
  }
  endRun();
  return blocks;
}

/** Also one that is none itself but holds some, as clipboards have it. @param {Node} node */
function isBlock(node) {
  return BLOCKS.has(node.nodeName) || [...node.childNodes].some((child) => BLOCKS.has(child.nodeName));
}

/** Text at the start of a line that would be read as markup. @param {string} text */
function asParagraph(text) {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
        .replace(/^(?=(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|=+\s*$|[-:|\s]{3,}$|_{3,}\s*$|~~~|```))/, '\\'),
    )
    .join('\n');
}

/** @param {HTMLElement} element @param {number} level */
function headingOf(element, level) {
  const text = inlineOf([element]).replaceAll(/\s+/g, ' ');
  return text ? [`${'#'.repeat(level)} ${text}`] : [];
}

/** @param {HTMLElement} element */
function codeBlock(element) {
  const language = /language-([\w+#-]+)/.exec(element.querySelector('code')?.className ?? '')?.[1] ?? '';
  const text = (element.textContent ?? '').replace(/\n$/, '');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}\n${text}\n${fence}`];
}

/** @param {HTMLElement} element @param {string} before the block before: two lists in a row need different marks */
function listOf(element, before) {
  const isOrdered = element.nodeName === 'OL';
  const isSecond = isOrdered ? /^\d+\. /.test(before) : before.startsWith('- ');
  const isLoose = [...element.children].some((item) => [...item.children].some(({ nodeName }) => nodeName === 'P'));
  let number = Number(element.getAttribute('start') ?? 1);
  /** @type {string[]} */
  const items = [];
  for (const item of element.children) {
    // A list right inside a list belongs to the item before it.
    const isNested = item.nodeName === 'UL' || item.nodeName === 'OL';
    const parts = isNested ? WRITERS[item.nodeName](/** @type {HTMLElement} */ (item), '') : blocksOf(item);
    const mark = isOrdered ? `${number}${isSecond ? ')' : '.'} ` : isSecond ? '* ' : '- ';
    const indent = ' '.repeat(mark.length);
    const text = parts.join(isLoose ? '\n\n' : '\n');
    if (isNested && items.length) items.push(`${items.pop()}\n${prefixed(text, indent, indent)}`);
    else items.push(prefixed(taskMark(item) + text, mark, indent));
    if (!isNested) number++;
  }
  return items.length ? [items.join(isLoose ? '\n\n' : '\n')] : [];
}

/** @param {Element} item */
function taskMark(item) {
  const box = /** @type {HTMLInputElement | null} */ (
    item.querySelector(':scope > input[type=checkbox], :scope > p > input[type=checkbox]')
  );
  return box ? `[${box.checked ? 'x' : ' '}] ` : '';
}

/** @param {HTMLElement} element */
function tableOf(element) {
  const rows = [...element.querySelectorAll('tr')].map((row) => [...row.children]);
  const width = Math.max(0, ...rows.map(({ length }) => length));
  if (width === 0) return [];
  const line = (/** @type {string[]} */ cells) =>
    `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`;
  const texts = rows.map((cells) => cells.map(cellText));
  const rule = Array.from({ length: width }, (_, i) => ruleOf(rows[0][i]));
  return [[line(texts[0]), line(rule), ...texts.slice(1).map(line)].join('\n')];
}

/** @param {Element} cell */
const cellText = (cell) => blocksOf(cell).join(' ').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');

/** @param {Element | undefined} cell of the first row */
function ruleOf(cell) {
  const align = cell?.getAttribute('align') ?? '';
  return { left: ':---', right: '---:', center: ':---:' }[align] ?? '---';
}

/** @param {string} text @param {string} first @param {string} others */
const prefixed = (text, first, others) =>
  text
    .split('\n')
    .map((line, i) => (i === 0 ? first + line : line === '' ? others.trimEnd() : others + line))
    .join('\n');
