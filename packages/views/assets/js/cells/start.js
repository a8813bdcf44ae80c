// Tables whose cells can be edited in place. The editor is loaded when a table is first used; keys that are typed while
// it loads are kept for it.
import { load } from '@plinth/plugin/browser/load';

const EDITOR = new URL('table.js', import.meta.url);
const TABLE = 'table[data-pl-cells]';
const CELL = 'td[data-e], td[data-v]';
const ADDS = 'tr[data-pl-add]';

/** @import { CellTable } from './table.js' */

/** @type {WeakMap<Element, Promise<CellTable>>} */
const loading = new WeakMap();

/**
 * What came before the editor, in order: keys, and the cells or the link for a new row that were gone to.
 *
 * @typedef {KeyboardEvent | HTMLElement} Step
 */
/** @type {Step[] | null} */
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
  for (const button of document.querySelectorAll(`${ADDS} button`))
    /** @type {HTMLElement} */ (button).hidden = false;
}

/** @param {Event} event */
function onUse(event) {
  const target = event.target instanceof Element ? event.target : null;
  const table = /** @type {HTMLTableElement | null | undefined} */ (target?.closest(TABLE));
  if (!target || !table) return;
  if (target.closest('tr[data-href]') && matchMedia('(max-width: 575px)').matches) return;
  const begun = begin(table);
  if (table.role === 'grid') return;
  const cell = /** @type {HTMLElement | null} */ (target.closest(CELL));
  if (event.type === 'pointerdown' && cell && !target.closest('a, button, input')) {
    cell.tabIndex = 0;
    cell.focus();
    waiting?.push(cell);
  } else if (event.type === 'dblclick' && cell) begun.then((editor) => editor.open(cell));
  else if (event instanceof KeyboardEvent && (cell ? cell === target : waiting && target.closest(ADDS)))
    keep(event, begun);
}

// The link leads to a form where there are no scripts, or in a tab of its own.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element ? event.target.closest(`${ADDS} :is(a, button)`) : null;
    const table = /** @type {HTMLTableElement | null | undefined} */ (link?.closest(TABLE));
    if (!link || !table || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    later(/** @type {HTMLElement} */ (link), begin(table));
  },
  true,
);

/** @param {KeyboardEvent} event @param {Promise<CellTable>} begun */
function keep(event, begun) {
  // Tab alone goes through the page.
  if (event.ctrlKey || event.metaKey || event.altKey || (!waiting && event.key === 'Tab')) return;
  event.preventDefault();
  if (!waiting) later(/** @type {HTMLElement} */ (event.target), begun);
  waiting?.push(event);
}

/**
 * Does a step as soon as the editor is there, after those that wait for it already.
 *
 * @param {HTMLElement} step @param {Promise<CellTable>} begun
 */
function later(step, begun) {
  if (waiting) return void waiting.push(step);
  const steps = (waiting = /** @type {Step[]} */ ([step]));
  begun.then(
    (editor) => {
      waiting = null;
      for (const one of steps) {
        if (one instanceof KeyboardEvent) editor.press(one.key, one.shiftKey);
        else editor.goTo(one);
      }
    },
    // The keys are the page's again, and the next one tries once more.
    () => (waiting = null),
  );
}

/** @param {HTMLTableElement} table */
function begin(table) {
  const begun = loading.get(table) ?? load(EDITOR).then((module) => new module.CellTable(table));
  loading.set(table, begun);
  begun.catch(() => loading.delete(table));
  return begun;
}
