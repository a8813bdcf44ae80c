// Keyboard and pointer on the cells of a table.
import { cellAround, EMPTY, isEditable, rowsOf } from './cell.js';

/** @import { CellTable } from './table.js' */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  PageDown: [10, 0],
  PageUp: [-10, 0],
});
const OWN = 'a, button, input, select, textarea, label, summary';

export class Keys {
  /** Tab goes from cell to cell while cells are being filled in; otherwise it leaves the table. */
  tabs = false;
  /** @type {HTMLTableCellElement | null} */
  pressed = null;
  wasFocused = false;

  /** @param {CellTable} on */
  constructor(on) {
    this.on = on;
    const { table } = on;
    table.addEventListener('keydown', (event) => this.onKey(event));
    table.addEventListener('pointerdown', (event) => this.onPress(event));
    table.addEventListener('pointerover', (event) => this.onDrag(event));
    table.addEventListener('click', (event) => this.onClick(event), true);
    table.addEventListener('dblclick', ({ target }) => {
      const cell = cellAround(target);
      if (cell && on.columnOf(cell)?.kind !== 'check') on.open(cell);
    });
    addEventListener('pointerup', () => (this.pressed = null));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const cell = cellAround(event.target);
    if (!cell || event.target !== cell || event.isComposing) return;
    const handled = event.ctrlKey || event.metaKey ? this.onCommand(event, cell) : this.onPlain(event, cell);
    if (handled) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @param {HTMLTableCellElement} cell @returns {boolean} handled */
  onCommand({ key, shiftKey }, cell) {
    const { on } = this;
    const name = key.toLowerCase();
    // What was done before this page was shown is undone by the page.
    if (name === 'z' || name === 'y') return on.undo.step(name === 'y' || shiftKey);
    if (name === 'd') on.block.fillDown();
    else if (name === 'a') on.block.all(cell);
    else if (key === 'Home' || key === 'End') this.move(cell, this.edge(key), shiftKey);
    else if (key in STEPS) this.move(cell, this.farthest(cell, this.stepOf(key)), shiftKey);
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event @param {HTMLTableCellElement} cell @returns {boolean} handled */
  onPlain({ key, shiftKey, altKey }, cell) {
    const { on } = this;
    if (key in STEPS) this.move(cell, this.neighbour(cell, ...this.stepOf(key)), shiftKey);
    else if (key === 'Home' || key === 'End')
      this.move(cell, this.farthest(cell, [0, key === 'Home' ? -1 : 1]), shiftKey);
    else if (key === 'Tab') return this.onTab(cell, shiftKey ? -1 : 1);
    else if (key === 'Enter' || key === 'F2') {
      if (isEditable(cell)) on.open(cell);
      else /** @type {HTMLElement | null} */ (cell.querySelector('a, button'))?.click();
    } else if (key === 'Escape') this.onEscape(cell);
    else if (key === 'Delete' || key === 'Backspace')
      on.commit(on.block.cells(cell).map((one) => ({ cell: one, value: EMPTY })));
    else if (key === ' ' && shiftKey) /** @type {HTMLElement | null} */ (pickOf(cell))?.click();
    else if (key === ' ' && on.columnOf(cell)?.kind === 'check') on.open(cell);
    else {
      // The key itself goes on to the editor, which has the focus by then.
      if (key.length === 1 && !altKey && on.columnOf(cell)?.kind !== 'check') on.open(cell, '');
      return false;
    }
    return true;
  }

  /** @param {HTMLTableCellElement} cell @param {number} step */
  onTab(cell, step) {
    const isNew = step > 0 && this.on.adding.of(cell) && !this.neighbour(cell, 0, 1);
    if (isNew) this.on.adding.finish(cell);
    if (isNew) return true;
    const next = this.tabs ? this.following(cell, step) : null;
    if (next) this.go(next, { tabbed: true });
    return next !== null;
  }

  /** @param {HTMLTableCellElement} cell */
  onEscape(cell) {
    if (this.on.adding.escape(cell)) return;
    const entry = this.on.entryOf(cell);
    if (entry?.error) this.on.restore(cell, entry);
    this.tabs = false;
    this.on.block.set(cell, cell);
  }

  /** @param {string} key @returns {[number, number]} */
  stepOf(key) {
    const [down, right] = STEPS[key];
    return [down, getComputedStyle(this.on.table).direction === 'rtl' ? -right : right];
  }

  /** @param {HTMLTableCellElement} cell @param {HTMLTableCellElement | null} to @param {boolean} extends_ the block */
  move(cell, to, extends_) {
    if (!to) return;
    if (!extends_) return this.go(to);
    const { block } = this.on;
    block.set(block.anchor ?? cell, to);
    this.focus(to);
  }

  /** @param {HTMLTableCellElement} cell @param {{ tabbed?: boolean }} [options] */
  go(cell, { tabbed = false } = {}) {
    this.tabs = tabbed;
    this.on.block.set(cell, cell);
    this.focus(cell);
  }

  /** @param {HTMLTableCellElement} cell */
  focus(cell) {
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /**
   * @param {HTMLTableCellElement} cell @param {number} down @param {number} right
   * @returns {HTMLTableCellElement | null}
   */
  neighbour(cell, down, right) {
    // Not into groups that are closed.
    const rows = rowsOf(this.on.table).filter((row) => row === cell.parentElement || row.checkVisibility());
    if (down) {
      const at = rows.indexOf(/** @type {HTMLTableRowElement} */ (cell.parentElement));
      const to = Math.max(0, Math.min(rows.length - 1, at + down));
      return to === at ? null : (rows[to].cells[cell.cellIndex] ?? null);
    }
    let next = /** @type {Element | null} */ (cell);
    do next = (right > 0 ? next?.nextElementSibling : next?.previousElementSibling) ?? null;
    while (next && !next.hasAttribute('tabindex'));
    return /** @type {HTMLTableCellElement | null} */ (next);
  }

  /** The next cell in reading order. @param {HTMLTableCellElement} cell @param {number} step */
  following(cell, step) {
    const cells = this.on.cells();
    return cells[cells.indexOf(cell) + step] ?? null;
  }

  /** @param {HTMLTableCellElement} cell @param {[number, number]} step */
  farthest(cell, [down, right]) {
    if (down) return this.neighbour(cell, down * 1e6, 0);
    const all = [...(cell.parentElement?.querySelectorAll('td[tabindex]') ?? [])];
    return /** @type {HTMLTableCellElement | null} */ (right > 0 ? all.at(-1) : all[0]) ?? null;
  }

  /** @param {string} key */
  edge(key) {
    const cells = this.on.cells();
    return (key === 'Home' ? cells[0] : cells.at(-1)) ?? null;
  }

  /** @param {PointerEvent} event */
  onPress(event) {
    const target = /** @type {Element} */ (event.target);
    const cell = cellAround(target);
    if (!cell || event.button !== 0 || !cell.hasAttribute('tabindex') || target.closest(OWN)) return;
    this.wasFocused = document.activeElement === cell && !event.shiftKey;
    this.tabs = false;
    if (event.shiftKey) {
      event.preventDefault();
      return this.move(cell, cell, true);
    }
    if (!isEditable(cell) && cell.parentElement?.dataset.href) return;
    event.preventDefault();
    // A finger scrolls.
    if (event.pointerType !== 'touch') this.pressed = cell;
    this.go(cell);
  }

  /** @param {PointerEvent} event */
  onDrag(event) {
    const cell = cellAround(event.target);
    if (!this.pressed || !cell?.hasAttribute('tabindex') || event.buttons !== 1) return;
    if (cell === this.pressed && this.on.block.isOne()) return;
    this.on.block.set(this.pressed, cell);
    this.wasFocused = false;
  }

  /** The first click goes to a cell, the second edits it. @param {MouseEvent} event */
  onClick(event) {
    const target = /** @type {Element} */ (event.target);
    const cell = cellAround(target);
    if (!cell || !isEditable(cell) || target.closest(OWN)) return;
    // A click on the row would open it.
    event.preventDefault();
    const isMark = target.closest('.pl-check') !== null;
    if (!event.shiftKey && (this.wasFocused || isMark)) this.on.open(cell);
    this.wasFocused = false;
  }
}

/** The box that selects the row of a cell. @param {HTMLTableCellElement} cell */
const pickOf = (cell) => cell.parentElement?.querySelector('.pl-sel input') ?? null;
