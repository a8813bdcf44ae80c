// A block of cells: from where the selection began to where it ends.
import { isEditable, rowsOf } from './cell.js';

/** @import { CellTable } from './table.js' */

export class Block {
  /** Kept as places, since rows may be rendered again. @type {HTMLTableCellElement | null} */
  anchor = null;
  /** @type {HTMLTableCellElement | null} */
  head = null;

  /** @param {CellTable} on */
  constructor(on) {
    this.on = on;
  }

  /** @param {HTMLTableCellElement | null} anchor @param {HTMLTableCellElement | null} head */
  set(anchor, head) {
    this.anchor = anchor;
    this.head = head;
    this.draw();
  }

  isOne() {
    return this.anchor === this.head;
  }

  /** @returns {{ top: number, bottom: number, left: number, right: number } | null} */
  bounds() {
    const rows = rowsOf(this.on.table);
    const places = [this.anchor, this.head].map((cell) =>
      cell ? [rows.indexOf(/** @type {HTMLTableRowElement} */ (cell.parentElement)), cell.cellIndex] : [-1, -1],
    );
    if (places.some(([row]) => row < 0)) return null;
    const [[r1, c1], [r2, c2]] = places;
    return {
      top: Math.min(r1, r2),
      bottom: Math.max(r1, r2),
      left: Math.min(c1, c2),
      right: Math.max(c1, c2),
    };
  }

  /** By rows. @returns {HTMLTableCellElement[][]} */
  rows() {
    const bounds = this.bounds();
    if (!bounds) return [];
    return rowsOf(this.on.table)
      .slice(bounds.top, bounds.bottom + 1)
      .map((row) =>
        [...row.cells].slice(bounds.left, bounds.right + 1).filter((cell) => cell.hasAttribute('tabindex')),
      );
  }

  /** @param {HTMLTableCellElement} cell where no more is selected */
  cells(cell) {
    const all = this.rows().flat();
    return all.includes(cell) ? all : [cell];
  }

  draw() {
    for (const cell of this.on.table.querySelectorAll('td[aria-selected=true]')) {
      cell.removeAttribute('aria-selected');
      cell.classList.remove('pl-cell-on');
    }
    if (this.isOne()) return;
    for (const cell of this.rows().flat()) {
      cell.ariaSelected = 'true';
      cell.classList.add('pl-cell-on');
    }
  }

  /** @param {HTMLTableCellElement} cell */
  all(cell) {
    const cells = this.on.cells();
    this.set(cells[0] ?? cell, cells.at(-1) ?? cell);
  }

  /** The first row of the block goes into the others; of one cell alone, the cell above it goes into it. */
  fillDown() {
    const rows = this.rows();
    const active = /** @type {HTMLTableCellElement | null} */ (this.head);
    if (rows.length <= 1 && active) {
      const above = this.on.keys.neighbour(active, -1, 0);
      const sources = above ? (rows[0] ?? [active]).map((cell) => this.on.keys.neighbour(cell, -1, 0)) : [];
      return this.fill(sources, [rows[0] ?? [active]]);
    }
    this.fill(rows[0] ?? [], rows.slice(1));
  }

  /** @param {(HTMLTableCellElement | null)[]} sources @param {HTMLTableCellElement[][]} rows */
  fill(sources, rows) {
    this.on.commit(
      rows.flatMap((row) =>
        row.flatMap((cell, i) => {
          const source = sources[i];
          return source && isEditable(cell) && isEditable(source) ? [{ cell, value: this.on.valueOf(source) }] : [];
        }),
      ),
    );
  }
}
