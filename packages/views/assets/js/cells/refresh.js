// After cells were stored, the page is asked for once more, and what it shows otherwise is put into the rows.
import { request } from '@plinth/plugin/browser/request';
import { rowsOf } from './cell.js';

/** @import { CellTable } from './table.js' */

const HELD = ['data-e', 'data-v', 'data-k', 'class', 'data-label'];

/** @param {CellTable} on */
export async function refreshed(on) {
  const { href } = location;
  const asked = {};
  asks.set(on, asked);
  const { ok, page } = await request(href, { accept: 'html' });
  if (!ok) return;
  if (asks.get(on) !== asked || href !== location.href || !on.table.isConnected) return;
  const all = (/** @type {Document} */ root) =>
    /** @type {HTMLTableElement[]} */ ([...root.querySelectorAll(`[data-pl-cells="${CSS.escape(on.base)}"]`)]);
  const next = all(page)[all(document).indexOf(on.table)];
  if (next) put(on, next);
}

/** The newest request of a table. @type {WeakMap<CellTable, object>} */
const asks = new WeakMap();

/** A page asked for before a cell was stored may show its old value. @param {CellTable} on */
export const ignoreOlderPage = (on) => asks.delete(on);

/** @param {CellTable} on @param {HTMLTableElement} next */
function put(on, next) {
  // Its reader may have put the columns into another order.
  on.table.dispatchEvent(new CustomEvent('pl:rows:before', { bubbles: true, detail: { next } }));
  const rows = new Map(rowsOf(next).map((row) => [row.dataset.id, row]));
  for (const row of rowsOf(on.table)) {
    const newer = rows.get(row.dataset.id);
    if (!newer || row.cells.length !== newer.cells.length) continue;
    if (newer.dataset.href) row.dataset.href = newer.dataset.href;
    for (const [i, cell] of [...row.cells].entries()) {
      // A row that was just added has no box yet.
      if (cell.matches('.pl-sel:empty')) cell.innerHTML = newer.cells[i].innerHTML;
      if (cell.classList.contains('pl-sel') || on.entryOf(cell) || on.editor?.cell === cell) continue;
      putCell(cell, newer.cells[i]);
      on.decorateCell(cell);
    }
  }
  if (on.table.tFoot && next.tFoot) on.table.tFoot.innerHTML = next.tFoot.innerHTML;
  globalThis.htmx?.process(on.table);
  document.dispatchEvent(new CustomEvent('pl:rows'));
}

/** @param {HTMLElement} cell @param {HTMLElement} newer */
function putCell(cell, newer) {
  if (cell.innerHTML !== newer.innerHTML) cell.innerHTML = newer.innerHTML;
  const isOn = cell.classList.contains('pl-cell-on');
  for (const name of HELD) {
    const value = newer.getAttribute(name);
    if (value === null) cell.removeAttribute(name);
    else cell.setAttribute(name, value);
  }
  cell.classList.toggle('pl-cell-on', isOn);
}
