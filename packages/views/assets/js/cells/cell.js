// What a cell of the table is: where it stands, what it holds, how it shows what was typed.

/**
 * What a cell holds: the text that it is edited with, and the key of the related row.
 *
 * @typedef {{ text: string, key: string | null, adds?: string[] }} Value adds: new choices in the text
 * @typedef {{ field: string, kind: string, label: string }} Column
 */

export const EMPTY = Object.freeze({ text: '', key: null });

/** @param {Element} cell */
export const isEditable = (cell) => cell.hasAttribute('data-e') || cell.hasAttribute('data-v');

/** What is stored. @param {HTMLElement} cell @returns {Value} */
export function storedIn(cell) {
  if (!isEditable(cell)) return { text: shownText(cell), key: null };
  return { text: cell.dataset.v ?? cell.textContent ?? '', key: cell.dataset.k ?? null };
}

/** What a reader sees. @param {Element} cell */
export const shownText = (cell) => (cell.textContent ?? '').trim();

/** @param {HTMLElement} cell @param {Value} value that is stored now */
export function setStored(cell, { text, key }) {
  cell.dataset.v = text;
  delete cell.dataset.e;
  if (key === null) delete cell.dataset.k;
  else cell.dataset.k = key;
}

/** @param {Value} one @param {Value} other */
export const isSame = (one, other) =>
  one.text === other.text && (one.key === other.key || one.key === null || other.key === null);

/**
 * Shows a value until the page has the server's own form of it.
 *
 * @param {HTMLElement} cell @param {string} kind @param {string} text
 */
export function show(cell, kind, text) {
  cell.textContent = kind === 'check' ? (text === 'true' ? '✓' : '✗') : readable(kind, text);
}

/** @param {string} kind @param {string} text */
function readable(kind, text) {
  if (text === '' || (kind !== 'date' && kind !== 'date_time')) return text;
  // It has no zone: reading and writing it as UTC keeps what it says.
  const moment = new Date(kind === 'date' ? `${text}T00:00Z` : `${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(moment.getTime())) return text;
  const time = kind === 'date' ? {} : { timeStyle: /** @type {const} */ ('short') };
  return new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    ...time,
    timeZone: 'UTC',
  }).format(moment);
}

/** @param {HTMLTableElement} table @returns {(Column | null)[]} by index; null: no field that cells edit */
export function columnsOf(table) {
  const head = table.tHead?.rows[table.tHead.rows.length - 1];
  return [...(head?.cells ?? [])].map(({ dataset, textContent }) =>
    dataset.field ? { field: dataset.field, kind: dataset.kind ?? 'text', label: (textContent ?? '').trim() } : null,
  );
}

/** Rows with cells, those of other groups and the row for adding included. @param {HTMLTableElement} table */
export function rowsOf(table) {
  return [...table.tBodies].flatMap((body) => [...body.rows]).filter(({ dataset }) => dataset.id ?? dataset.new);
}

/**
 * On phones, a row that leads somewhere is a card that opens, see views/rows.js.
 *
 * @param {EventTarget | Element | null} target @returns {HTMLTableCellElement | null}
 */
export function cellAround(target) {
  const cell = target instanceof Element ? target.closest('td') : null;
  const row = /** @type {HTMLElement | null | undefined} */ (cell?.parentElement);
  if (row?.dataset.href && matchMedia('(max-width: 575px)').matches) return null;
  return row?.dataset.id || row?.dataset.new ? cell : null;
}

/** @param {string} tag @param {Record<string, string>} attributes @returns {any} */
export function element(tag, attributes = {}) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/**
 * Above everything, and out of the layout of the table. A dialog lets nothing be used that is not in it.
 *
 * @param {HTMLElement} box @param {Element} near
 */
export function float(box, near) {
  box.popover = 'manual';
  (near.closest('dialog') ?? document.body).append(box);
  box.showPopover();
}
