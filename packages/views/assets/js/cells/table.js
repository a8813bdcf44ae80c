// A table whose cells are edited in place, as in a spreadsheet: arrows move, typing replaces, Enter and F2 edit, Tab and
// Enter save and go on, Escape gives up. The data grid of the admin and lists of apps are the same component.
import { Block } from './block.js';
import { cellAround, columnsOf, isEditable, rowsOf } from './cell.js';
import { Cells } from './cells.js';
import { Clipboard } from './clipboard.js';
import { Keys } from './keys.js';
import { NewRows } from './new-rows.js';
import { refreshed } from './refresh.js';

/** @import { Value } from './cell.js' */

/** @extends {Cells<HTMLTableElement>} */
export class CellTable extends Cells {
  /** @param {HTMLTableElement} table */
  constructor(table) {
    super(table, table.dataset.plCells ?? '');
    this.columns = columnsOf(table);
    this.block = new Block(this);
    this.clipboard = new Clipboard(this);
    this.keys = new Keys(this);
    this.adding = new NewRows(this);
    this.decorate();
    document.addEventListener('htmx:after:swap', () => this.table.isConnected && this.decorate());
    document.addEventListener('pl:columns', () => (this.columns = columnsOf(table)));
  }

  /** The roles of a grid, which a plain table gets with its script; again after it was rendered again. */
  decorate() {
    const { table } = this;
    this.columns = columnsOf(table);
    table.role = 'grid';
    this.adding.restore();
    if (table.caption && !table.hasAttribute('aria-label')) table.ariaLabel = table.caption.textContent;
    table.ariaMultiSelectable = 'true';
    for (const row of table.rows) row.role = 'row';
    for (const group of [table.tHead, ...table.tBodies, table.tFoot]) if (group) group.role = 'rowgroup';
    for (const head of table.tHead?.querySelectorAll('th') ?? []) head.role = 'columnheader';
    for (const cell of table.querySelectorAll('tbody > tr > td, tfoot > tr > td'))
      this.decorateCell(/** @type {HTMLTableCellElement} */ (cell));
    if (!table.querySelector('td[tabindex="0"]')) this.cells()[0]?.setAttribute('tabindex', '0');
    for (const entry of this.saver.entries.values()) this.redraw(entry);
    this.block.draw();
  }

  /** @param {HTMLTableCellElement} cell */
  decorateCell(cell) {
    cell.role = 'gridcell';
    if (!cellAround(cell) || cell.classList.contains('pl-sel')) return;
    if (!cell.hasAttribute('tabindex')) cell.tabIndex = -1;
    if (!isEditable(cell)) cell.ariaReadOnly = 'true';
  }

  /** @param {EventTarget | Element | null} target */
  cellAt(target) {
    return cellAround(target);
  }

  /** Cells that can be gone to, in reading order. */
  cells() {
    return rowsOf(this.table).flatMap((row) => [...row.cells].filter((cell) => cell.hasAttribute('tabindex')));
  }

  /** @param {HTMLTableCellElement} cell */
  columnOf(cell) {
    return this.columns[cell.cellIndex] ?? null;
  }

  /** @param {HTMLTableCellElement} cell */
  idOf(cell) {
    return cell.parentElement?.dataset.id ?? '';
  }

  /** @param {string} id @param {string} field @returns {HTMLTableCellElement | null} */
  cellOf(id, field) {
    const row = rowsOf(this.table).find(({ dataset }) => dataset.id === id);
    return row?.cells[this.columns.findIndex((column) => column?.field === field)] ?? null;
  }

  /** @param {HTMLTableCellElement} cell */
  entryOf(cell) {
    return this.adding.of(cell) ? this.adding.entryOf(cell) : super.entryOf(cell);
  }

  /** What is stored, or will be. @param {HTMLTableCellElement} cell @returns {Value} */
  valueOf(cell) {
    return this.adding.valueOf(cell) ?? super.valueOf(cell);
  }

  /** @param {FocusEvent} event */
  onFocus(event) {
    const cell = cellAround(event.target);
    if (!cell || event.target !== cell) return;
    for (const other of this.table.querySelectorAll('td[tabindex="0"]'))
      if (other !== cell) other.setAttribute('tabindex', '-1');
    cell.tabIndex = 0;
    super.onFocus(event);
  }

  /** Goes to a cell, or begins a new row; what is being typed elsewhere is stored. @param {HTMLElement} place */
  goTo(place) {
    this.editor?.finish(null, true);
    const cell = cellAround(place);
    if (cell) this.keys.go(cell);
    else this.adding.begin();
  }

  /** @param {HTMLTableCellElement} cell @param {[number, number] | null} move @param {boolean} isTaken */
  goOn(cell, move, isTaken) {
    if (isTaken && !move) return void setTimeout(() => this.adding.onLeave());
    if (move && move[0] > 0 && this.adding.of(cell)) return this.adding.finish(cell);
    const next = move && (move[0] || move[1]) ? this.keys.neighbour(cell, move[0], move[1]) : cell;
    if (!next && move && move[1] > 0 && this.adding.of(cell)) return this.adding.finish(cell);
    this.keys.go(next ?? cell, { tabbed: Boolean(move?.[1]) });
  }

  /** @param {HTMLTableCellElement} cell */
  goToCell(cell) {
    this.keys.go(cell);
  }

  refusedRows() {
    return this.adding.refused();
  }

  discardRows() {
    this.adding.discard(this.adding.refused());
  }

  wrongCell() {
    return this.adding.wrongCell();
  }

  /** @param {HTMLTableCellElement} cell @param {Value} value */
  takesNew(cell, value) {
    return this.adding.take(cell, value);
  }

  /** The rest of the rows follows: formulas, totals, the server's own form of what was typed. */
  refresh() {
    return refreshed(this);
  }
}
