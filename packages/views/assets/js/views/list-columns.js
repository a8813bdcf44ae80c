// The columns of a list as its reader wants them: their order and widths, which are hidden, and which stay in sight.

/** @typedef {{ columns?: { key: string, hidden?: boolean, width?: number }[], frozen?: number | null, height?: string, group?: string | null }} Look */

/** Rules of each list, by the id of its section. A sheet survives what is rendered again. @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/** Of the room that a list has; frozen columns leave the rest to the others. */
const MOST_FROZEN = 0.6;
const USUAL_WIDTH = 120;

/**
 * Brings cells into the reader's order and hides those of hidden columns, in a table of the page or in one that is about
 * to replace it.
 *
 * @param {HTMLTableElement | null | undefined} table @param {Look} look
 */
export function arrange(table, { columns = [] }) {
  const head = table?.tHead?.rows[0];
  if (!table || !head) return;
  const keys = keysOf(head);
  const order = orderOf(keys, columns);
  const hidden = new Set(columns.filter((column) => column.hidden).map(({ key }) => key));
  // Something has to be left to look at.
  if (keys.every((key) => key === '' || hidden.has(key))) hidden.clear();
  const shown = keys.filter((key) => !hidden.has(key)).length;
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  for (const row of table.rows) {
    if (row.cells.length !== keys.length) {
      // The heading of a group.
      if (row.cells.length === 1) row.cells[0].colSpan = shown;
      continue;
    }
    const cells = inBuiltOrder(row);
    const text = order.join(' ');
    if (order.some((index, at) => row.cells[at] !== cells[index]))
      for (const index of order) moveLast(row, cells[index]);
    if (order.every((index, at) => index === at)) delete row.dataset.order;
    else row.dataset.order = text;
    for (const [index, cell] of cells.entries()) cell.hidden = hidden.has(keys[index]);
  }
  if (focused !== document.activeElement && focused && table.contains(focused)) focused.focus({ preventScroll: true });
}

/** Headings of columns in the reader's order, those of hidden ones included. @param {HTMLTableElement | null | undefined} table */
export const headsOf = (table) => [...(table?.tHead?.rows[0]?.cells ?? [])].filter(({ dataset }) => dataset.key);

/**
 * Widths, frozen columns and the head that stays in sight, for screens that have room for them.
 *
 * @param {HTMLElement} section @param {Look} look @param {number} frozen columns, unless the reader chose otherwise
 */
export function dress(section, look, frozen) {
  const table = section.querySelector('table');
  const box = table?.parentElement;
  if (!table || !box) return;
  const heads = [...(table.tHead?.rows[0].cells ?? [])];
  const at = `#${CSS.escape(section.id)} .table-responsive`;
  const widths = widthRules(heads, look, `${at}>.table`) + tallRules(look, `${at}>.table`);
  put(section.id, widths);
  const fits = table.offsetWidth <= box.clientWidth;
  const head = fits
    ? `${at}{overflow:visible}${at} thead th{position:sticky;z-index:2;inset-block-start:var(--pl-top-height,0)}`
    : `${at}{overflow:auto;max-height:calc(100dvh - var(--pl-top-height,0px) - 1.5rem)}${at} thead th{position:sticky;z-index:2;inset-block-start:0}`;
  put(section.id, `${widths}${head}${fits ? '' : frozenRules(heads, look.frozen ?? frozen, box.clientWidth, at)}`);
}

/** @param {HTMLTableCellElement[]} heads @param {Look} look @param {string} table */
function widthRules(heads, { columns = [], height }, table) {
  const wanted = new Map(columns.flatMap(({ key, width }) => (width ? [[key, width]] : [])));
  const shown = heads.filter((head) => !head.hidden);
  if (!shown.some(({ dataset }) => wanted.has(dataset.key ?? ''))) return '';
  const last = shown.at(-1);
  let sum = 0;
  let rules = '';
  for (const head of shown) {
    const width = wanted.get(head.dataset.key ?? '') ?? (head.dataset.key ? USUAL_WIDTH : head.offsetWidth);
    sum += width;
    // The last one takes the room that is left.
    if (head !== last) rules += `${table}>thead>tr>:nth-child(${head.cellIndex + 1}){width:${width}px}`;
  }
  const cells = `${table}>tbody td:not([colspan])`;
  // Tall rows wrap their texts.
  const lines = height === 'tall' ? '' : `${cells}:not(:has(button)){white-space:nowrap}`;
  return `${table}{table-layout:fixed;min-width:${sum}px}${rules}${cells}{overflow:hidden;text-overflow:ellipsis}${lines}`;
}

/** @param {Look} look @param {string} table */
function tallRules({ height }, table) {
  const cell = `${table}>tbody td`;
  return height === 'tall'
    ? `${cell}{vertical-align:top}${cell}:not(.text-end){white-space:normal;overflow-wrap:anywhere}`
    : '';
}

/** @param {HTMLTableCellElement[]} heads @param {number} count @param {number} room @param {string} box */
function frozenRules(heads, count, room, box) {
  let rules = '';
  let left = 0;
  let keyed = 0;
  for (const head of count > 0 ? heads : []) {
    if (head.hidden) continue;
    keyed += head.dataset.key ? 1 : 0;
    const width = head.getBoundingClientRect().width;
    if (keyed > count || left + width > room * MOST_FROZEN) break;
    const cell = `${box} tr>:nth-child(${head.cellIndex + 1}):not([colspan])`;
    rules += `${cell}{position:sticky;z-index:1;inset-inline-start:${left}px}${box} thead ${cell.slice(box.length + 1)}{z-index:3}`;
    rules += `:where(${cell}){background-color:var(--pl-surface)}`;
    left += width;
  }
  return rules;
}

/** @param {string} id @param {string} rules */
function put(id, rules) {
  let sheet = sheets.get(id);
  if (!sheet) {
    sheets.set(id, (sheet = new CSSStyleSheet()));
    document.adoptedStyleSheets.push(sheet);
  }
  sheet.replaceSync(`@media screen and (min-width:576px){${rules}}`);
}

/** Keys by their place in the list as it was built; '': a column that readers don't arrange. @param {HTMLTableRowElement} head */
const keysOf = (head) => inBuiltOrder(head).map(({ dataset }) => dataset.key ?? '');

/** @param {HTMLTableRowElement} row */
function inBuiltOrder(row) {
  const now = row.dataset.order?.split(' ').map(Number);
  if (now?.length !== row.cells.length) return [...row.cells];
  /** @type {HTMLTableCellElement[]} */
  const cells = [];
  for (const [at, index] of now.entries()) cells[index] = row.cells[at];
  return cells;
}

/**
 * Places of the columns, by index. Those that the reader never saw stay where they were built in.
 *
 * @param {readonly string[]} keys @param {readonly { key: string }[]} columns
 */
function orderOf(keys, columns) {
  const place = new Map(columns.map(({ key }, i) => [key, i]));
  const slots = keys.flatMap((key, i) => (place.has(key) ? [i] : []));
  const wanted = slots.toSorted((a, b) => (place.get(keys[a]) ?? 0) - (place.get(keys[b]) ?? 0));
  const order = keys.map((_, i) => i);
  for (const [n, slot] of slots.entries()) order[slot] = wanted[n];
  return order;
}

/** Keeps the focus where the browser can. @param {any} row @param {Node} cell */
function moveLast(row, cell) {
  if (row.moveBefore && row.isConnected) row.moveBefore(cell, null);
  else row.append(cell);
}
