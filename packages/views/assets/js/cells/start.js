// Tables whose cells can be edited in place. The editor is loaded when a table is first used; keys that are typed while
// it loads are kept for it.
const TABLE = 'table[data-pl-cells]';
const CELL = 'td[data-e], td[data-v]';

/** @import { CellTable } from './table.js' */

/** @type {WeakMap<Element, Promise<CellTable>>} */
const loading = new WeakMap();

/** Keys that came before the editor, in order. @type {KeyboardEvent[] | null} */
let waiting = null;

for (const kind of ['pointerover', 'pointerdown', 'dblclick', 'focusin', 'keydown', 'change'])
  document.addEventListener(kind, onUse, { capture: true, passive: kind !== 'keydown' });
for (const kind of ['htmx:after:swap', 'pl:rows']) document.addEventListener(kind, ready);
ready();

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches('[data-pl-all]')) return;
  for (const box of target.closest('table')?.querySelectorAll('.pl-sel input[name=id]') ?? [])
    /** @type {HTMLInputElement} */ (box).checked = target.checked;
});

/** Cells can be reached by keyboard before the editor is there. */
function ready() {
  for (const table of document.querySelectorAll(`${TABLE}:not([role=grid])`))
    table.querySelector(CELL)?.setAttribute('tabindex', '0');
}

/** @param {Event} event */
function onUse(event) {
  const target = event.target instanceof Element ? event.target : null;
  const table = /** @type {HTMLTableElement | null | undefined} */ (target?.closest(TABLE));
  if (!target || !table) return;
  const begun = begin(table);
  if (table.role === 'grid') return;
  const cell = /** @type {HTMLElement | null} */ (target.closest(CELL));
  if (event.type === 'pointerdown' && cell && !target.closest('a, button, input')) {
    cell.tabIndex = 0;
    cell.focus();
  } else if (event.type === 'dblclick' && cell) begun.then((editor) => editor.open(cell));
  else if (event instanceof KeyboardEvent && cell === target) keep(event, begun);
}

/** @param {KeyboardEvent} event @param {Promise<CellTable>} begun */
function keep(event, begun) {
  // Tab alone goes through the page.
  if (event.ctrlKey || event.metaKey || event.altKey || (!waiting && event.key === 'Tab')) return;
  event.preventDefault();
  if (waiting) return void waiting.push(event);
  const keys = (waiting = [event]);
  begun.then((editor) => {
    waiting = null;
    for (const { key, shiftKey } of keys) editor.press(key, shiftKey);
  });
}

/** @param {HTMLTableElement} table */
function begin(table) {
  const begun = loading.get(table) ?? import('./table.js').then((module) => new module.CellTable(table));
  loading.set(table, begun);
  return begun;
}
