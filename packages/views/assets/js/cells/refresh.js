// After cells were stored, the page is asked for once more, and what it shows otherwise is put into the rows.
import { request } from '@plinth/plugin/browser/request';
import { morph } from '@plinth/plugin/browser/morph';
import { rowsOf } from './cell.js';

/** @import { Cells } from './cells.js' */
/** @import { CellTable } from './table.js' */

/** Parts of a record that are renewed on their own. */
const OWN = 'section[data-view][id], [data-pl-comments]';
/** By these a value can be reached; without them it would lose the focus. */
const REACHED = ['tabindex', 'role', 'aria-label', 'aria-keyshortcuts'];
const HELD = ['data-e', 'data-v', 'data-k', 'class', 'data-label'];

/** @param {CellTable} on */
export async function refreshed(on) {
  const page = await pageOf(on, location.href);
  const next = page && twinIn(page, on, `[data-pl-cells="${CSS.escape(on.base)}"]`);
  if (next) put(on, /** @type {HTMLTableElement} */ (next));
}

/** The values of a row's page, and its title; a panel has the page at its own address. @param {Cells<any>} on */
export async function recordRefreshed(on) {
  /** @type {HTMLDialogElement | null} */
  const panel = on.table.closest('dialog[data-href]');
  const page = await pageOf(on, panel?.dataset.href ?? location.href);
  const next =
    page && twinIn(page, on, `[data-pl-record="${CSS.escape(on.base)}"][data-id="${CSS.escape(on.idOf(on.table))}"]`);
  if (!page || !next) return;
  // All of it, since what is shown may depend on a value.
  keepOwn(on, next);
  morph(on.table, next);
  putTitle(page, panel);
  on.table.dispatchEvent(new CustomEvent('pl:stored', { bubbles: true }));
  globalThis.htmx?.process(on.table);
  document.dispatchEvent(new CustomEvent('htmx:after:swap', { detail: {} }));
}

/**
 * Leaves what lives by itself as it is: values that are being edited, embedded views, and parts that were loaded.
 *
 * @param {Cells<any>} on @param {Element} next what the record becomes
 */
function keepOwn(on, next) {
  const shown = valuesIn(next);
  for (const [key, cell] of valuesIn(on.table)) {
    const newer = shown.get(key);
    if (on.entryOf(cell) || on.editor?.cell === cell) newer?.replaceWith(cell.cloneNode(true));
    else if (newer && cell.tabIndex === 0)
      for (const name of REACHED) newer.setAttribute(name, cell.getAttribute(name) ?? '');
  }
  for (const own of on.table.querySelectorAll(OWN)) {
    const twins = [...next.querySelectorAll(own.matches('[id]') ? `#${CSS.escape(own.id)}` : `[data-pl-comments]`)];
    const twin = twins.find((one) => one.getAttribute('data-pl-comments') === own.getAttribute('data-pl-comments'));
    twin?.replaceWith(own.cloneNode(true));
  }
}

/** By field, each place that shows it. @param {Element} record @returns {Map<string, HTMLElement>} */
function valuesIn(record) {
  /** @type {Map<string, HTMLElement>} */
  const values = new Map();
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (record.querySelectorAll('.pl-cell'))) {
    if (cell.closest('[data-pl-record]') !== record) continue;
    let key = cell.dataset.field ?? '';
    while (values.has(key)) key += '\n';
    values.set(key, cell);
  }
  return values;
}

/** @param {Document} page @param {Element | null} panel */
function putTitle(page, panel) {
  const title = page.querySelector('h1')?.textContent?.trim();
  const own = panel?.querySelector('.modal-title');
  if (own && title) own.textContent = title;
  if (panel) return;
  document.title = page.title;
  const [head, next] = [document, page].map((one) => one.getElementById('pl-head'));
  if (head && next && !head.isEqualNode(next)) morph(head, next);
}

/** @param {Cells<any>} on @param {string} href @returns {Promise<Document | null>} null: it is older, or can't be had */
async function pageOf(on, href) {
  const at = location.href;
  const asked = {};
  asks.set(on, asked);
  const { ok, page } = await request(href, { accept: 'html' });
  return ok && asks.get(on) === asked && at === location.href && on.table.isConnected ? page : null;
}

/** What stands at the same place of the newer page. @param {Document} page @param {Cells<any>} on @param {string} selector */
function twinIn(page, on, selector) {
  const place = on.table.closest('dialog') ?? document;
  return page.querySelectorAll(selector)[[...place.querySelectorAll(selector)].indexOf(on.table)] ?? null;
}

/** The newest request of a table. @type {WeakMap<Cells<any>, object>} */
const asks = new WeakMap();

/** A page asked for before a cell was stored may show its old value. @param {Cells<any>} on */
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
