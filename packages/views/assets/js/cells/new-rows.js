// Rows that are typed or pasted at the end of a table. Each is stored as a whole, when it is left; until it is, it keeps
// what was typed, with the reason beside the cells that are wrong.
import { ask } from '../dialog.js';
import { EMPTY, element, isSame, setStored, show } from './cell.js';
import { post } from './saver.js';

/** @import { CellTable } from './table.js' */
/** @import { Column, Value } from './cell.js' */

/**
 * @typedef {{ tr: HTMLTableRowElement, typed: Map<string, Value>, late: Map<string, Value>,
 *   errors: Map<string, string>, state: 'open' | 'sent' | 'refused' }} NewRow late: typed while it was on its way; refused:
 *   until something in it is changed
 * @typedef {{ fields: Record<string, string>, presets: Record<string, { text: string, key?: string }> }} Start what a new
 *   row begins with: fields that may be typed, and those that are given
 */

/** Rows of one request. */
const AT_ONCE = 100;

export class NewRows {
  /** @type {Map<Element, NewRow>} */
  rows = new Map();
  made = 0;

  /** @param {CellTable} on */
  constructor(on) {
    this.on = on;
    on.table.addEventListener('focusout', () => setTimeout(() => this.onLeave()));
    addEventListener('beforeunload', (event) => this.unsaved().length > 0 && event.preventDefault());
  }

  /** The row that leads here. @returns {HTMLTableRowElement | null} */
  get place() {
    return this.on.table.querySelector('tr[data-pl-add]');
  }

  /** @returns {Start} */
  get start() {
    return JSON.parse(this.place?.dataset.plAdd ?? '{"fields":{},"presets":{}}');
  }

  /** @param {Element} cell */
  of(cell) {
    return this.rows.get(/** @type {Element} */ (cell.parentElement)) ?? null;
  }

  unsaved = () => [...this.rows.values()].filter(({ typed }) => typed.size > 0);
  refused = () => [...this.rows.values()].filter(({ state }) => state === 'refused');

  /** @param {HTMLTableCellElement} cell @returns {Value | null} null: of another row */
  valueOf(cell) {
    const row = this.of(cell);
    const field = this.on.columnOf(cell)?.field ?? '';
    return row && (row.typed.get(field) ?? { text: this.start.fields[field] ?? '', key: null });
  }

  /** @param {HTMLTableCellElement} cell @returns {any} what a refused cell of a stored row has, for its note */
  entryOf(cell) {
    const field = this.on.columnOf(cell)?.field ?? '';
    const message = this.of(cell)?.errors.get(field);
    return message ? { set: this.valueOf(cell), error: { message, code: '' } } : null;
  }

  /** @param {HTMLTableCellElement} cell @param {Value} value @returns {boolean} whether it is in a new row */
  take(cell, value) {
    const row = this.of(cell);
    const column = this.on.columnOf(cell);
    if (!row || !column) return row !== null;
    row.typed.set(column.field, value);
    row.errors.delete(column.field);
    if (row.state === 'sent') row.late.set(column.field, value);
    else row.state = 'open';
    this.on.clean(cell);
    return true;
  }

  /** An empty row to type in, with the focus in it. */
  begin() {
    const row = [...this.rows.values()].find(({ typed, state }) => typed.size === 0 && state === 'open') ?? this.make();
    const cells = [...row.tr.cells].filter((cell) => cell.hasAttribute('data-v'));
    const first = cells.find((cell) => this.on.columnOf(cell)?.kind !== 'check') ?? cells[0];
    if (!first) return;
    this.on.keys.go(first, { tabbed: true });
    if (this.on.columnOf(first)?.kind !== 'check') this.on.open(first);
  }

  /** @returns {NewRow} */
  make() {
    const { on, start } = this;
    const tr = /** @type {HTMLTableRowElement} */ (element('tr', { 'data-new': '1', class: 'pl-new', role: 'row' }));
    // Without a key of its own, a live view would take it for another row.
    tr.dataset.key = `new-${(this.made += 1)}`;
    for (const head of on.table.tHead?.rows[0]?.cells ?? []) {
      const { field = '', kind = 'text', name } = head.dataset;
      const cell = /** @type {HTMLTableCellElement} */ (element('td', { class: head.className }));
      cell.classList.remove('pl-edge');
      if (name) cell.dataset.label = name;
      if (field) cell.dataset.field = field;
      cell.hidden = head.hidden;
      if (Object.hasOwn(start.fields, field)) {
        setStored(cell, { text: start.fields[field], key: null });
        if (start.fields[field]) show(cell, kind, start.fields[field]);
      }
      tr.append(cell);
    }
    const { order } = on.table.tHead?.rows[0]?.dataset ?? {};
    if (order) tr.dataset.order = order;
    this.place?.before(tr);
    for (const cell of tr.cells) on.decorateCell(cell);
    const row = { tr, typed: new Map(), late: new Map(), errors: new Map(), state: /** @type {const} */ ('open') };
    this.rows.set(tr, row);
    return row;
  }

  /** After the table was rendered again. */
  restore() {
    for (const { tr } of this.rows.values()) if (!tr.isConnected) this.place?.before(tr);
  }

  /** Enter, or Tab in the last cell: the row is stored, and the next one begins. @param {HTMLTableCellElement} cell */
  finish(cell) {
    const row = this.of(cell);
    if (!row || row.typed.size === 0) return this.on.keys.go(cell);
    this.send([row]);
    this.begin();
  }

  onLeave() {
    if (!document.hasFocus() || this.on.editor || document.querySelector('dialog[open]')) return;
    const now = document.activeElement;
    const left = [...this.rows.values()].filter(({ tr }) => !tr.contains(now));
    if (this.on.notes.bubble.contains(now)) return;
    for (const row of left) if (row.typed.size === 0 && row.state === 'open') this.remove(row);
    this.send(left.filter(({ typed }) => typed.size > 0));
  }

  /** Escape: an empty row goes at once. @param {HTMLTableCellElement} cell @returns {boolean} whether it is in a new row */
  escape(cell) {
    const row = this.of(cell);
    if (!row || row.state === 'sent') return row !== null;
    if (row.typed.size === 0) this.remove(row);
    else this.discard([row]);
    return true;
  }

  /** @param {readonly NewRow[]} rows */
  async discard(rows) {
    const { texts } = await this.on.about;
    if (!(await ask('', { title: texts.discardAsk, lines: [], yes: texts.discard, danger: true }))) return;
    for (const row of rows) this.remove(row);
    this.on.notes.count();
  }

  /** @param {NewRow} row */
  remove({ tr }) {
    const hadFocus = tr.contains(document.activeElement);
    this.rows.delete(tr);
    tr.remove();
    if (hadFocus || document.activeElement === document.body)
      /** @type {HTMLElement | null | undefined} */ (this.place?.querySelector('a, button'))?.focus();
  }

  /** @param {readonly NewRow[]} rows those that wait for a correction are left */
  async send(rows) {
    const { on } = this;
    const { presets } = this.start;
    const ready = rows.filter(({ state }) => state === 'open');
    for (const row of ready) row.state = 'sent';
    for (const { tr } of ready) for (const cell of tr.cells) cell.classList.toggle('pl-cell-waiting', true);
    for (let i = 0; i < ready.length; i += AT_ONCE) {
      const some = ready.slice(i, i + AT_ONCE);
      const body = some.map(({ typed }) => ({ id: null, set: { ...presets, ...Object.fromEntries(typed) } }));
      const { rows: answers, text, undo, message } = await post(on.base, { rows: body });
      if (undo) on.undo.onAdded(undo, message ?? '');
      const { texts } = await on.about;
      for (const [n, row] of some.entries()) {
        if (answers) this.settle(row, answers[n]);
        else this.refuse(row, {}, texts.notReached);
      }
      if (!answers) on.notes.unreachable(text ?? '');
    }
    if (ready.length === 0) return;
    on.notes.count();
    if (ready.some(({ tr }) => tr.dataset.id)) on.refresh();
  }

  /** @param {NewRow} row @param {any} answer */
  settle(row, answer) {
    if (answer.id === null) return this.refuse(row, answer.errors, answer.error?.message ?? '');
    const { tr } = row;
    this.rows.delete(tr);
    tr.classList.remove('pl-new');
    delete tr.dataset.new;
    tr.dataset.id = tr.dataset.key = String(answer.id);
    for (const cell of tr.cells) {
      this.on.clean(cell);
      const column = this.on.columnOf(cell);
      const stored = column && answer.cells[column.field];
      if (!column || !stored) continue;
      setStored(cell, { text: stored.text, key: stored.key === null ? null : String(stored.key) });
      show(cell, column.kind, stored.text);
      const value = row.late.get(column.field);
      if (value) this.on.commit([{ cell, value }]);
    }
    this.on.notes.say('✓');
  }

  /** @param {NewRow} row @param {Record<string, { message: string }>} errors by field @param {string} whole of the row */
  refuse(row, errors, whole) {
    const { on } = this;
    row.state = row.late.size > 0 ? 'open' : 'refused';
    row.late.clear();
    row.errors = new Map(Object.entries(errors).map(([field, { message }]) => [field, message]));
    const cells = [...row.tr.cells].filter((cell) => cell.hasAttribute('data-v'));
    const known = cells.some((cell) => row.errors.has(on.columnOf(cell)?.field ?? ''));
    // What is about no cell in particular stands at the first.
    if (!known && cells[0]) row.errors.set(on.columnOf(cells[0])?.field ?? '', whole);
    for (const cell of row.tr.cells) {
      const column = on.columnOf(cell);
      const message = column && row.errors.get(column.field);
      cell.classList.remove('pl-cell-waiting');
      cell.classList.toggle('pl-cell-wrong', Boolean(message));
      if (message) cell.ariaInvalid = 'true';
      else cell.removeAttribute('aria-invalid');
      if (cell === document.activeElement) on.notes.showFor(cell, this.entryOf(cell));
    }
    on.notes.say([...row.errors.values()][0] ?? whole);
  }

  /** The first cell that is wrong. @returns {HTMLTableCellElement | null} */
  wrongCell() {
    const [row] = this.refused();
    return [...(row?.tr.cells ?? [])].find((cell) => this.entryOf(cell)) ?? null;
  }

  /**
   * Pasted rows, which are stored at once.
   *
   * @param {number} count @returns {NewRow[]} empty ones, in order
   */
  makeMany(count) {
    return Array.from({ length: count }, () => this.make());
  }

  /** @param {HTMLTableCellElement} cell @param {Value} value */
  paste(cell, value) {
    if (isSame(this.valueOf(cell) ?? EMPTY, value)) return;
    this.take(cell, value);
    show(cell, /** @type {Column} */ (this.on.columnOf(cell)).kind, value.text);
  }
}
