// A table whose cells are edited in place, as in a spreadsheet: arrows move, typing replaces, Enter and F2 edit, Tab and
// Enter save and go on, Escape gives up. The data grid of the admin and lists of apps are the same component.
import { request } from '@plinth/plugin/browser/request';
import { Block } from './block.js';
import { cellAround, columnsOf, element, isEditable, isSame, rowsOf, setStored, show, storedIn } from './cell.js';
import { Clipboard } from './clipboard.js';
import { Editor } from './editor.js';
import { Keys } from './keys.js';
import { NewRows } from './new-rows.js';
import { Notes } from './notes.js';
import { ignoreOlderPage, refreshed } from './refresh.js';
import { CellSaver } from './saver.js';
import { Undo } from './undo.js';

/** @import { Value } from './cell.js' */
/** @import { Entry } from './saver.js' */

/**
 * What the server says about the table once.
 *
 * @typedef {{ fields: Record<string, { kind: string, label: string, required: boolean, options?: string[], values?: string[],
 *   adds?: boolean }>,
 *   texts: Record<string, string>, most: number, locale: string }} About options: labels; values: those that are stored otherwise,
 *   where choices may be added
 */

const STYLE = new URL('../../css/cells.css', import.meta.url).href;

export class CellTable {
  /** @type {Editor | null} */
  editor = null;

  /** @param {HTMLTableElement} table */
  constructor(table) {
    addStyle();
    this.table = table;
    this.base = table.dataset.plCells ?? '';
    this.columns = columnsOf(table);
    this.about = describe(this.base);
    this.pickText = '';
    /** What is known of the fields, once the server has said it. @type {About['fields']} */
    this.fields = {};
    this.about.then(({ texts, fields }) => {
      this.pickText = texts.pickDate ?? '';
      this.fields = fields;
    });
    this.notes = new Notes(this);
    this.saver = new CellSaver(this.base, {
      stored: (entry, value) => this.onStored(entry, value),
      refused: (entry) => this.onRefused(entry),
      unreachable: (text) => this.notes.unreachable(text),
      changed: (undo, message) => this.undo.onChanged(undo, message),
      idle: (wrote) => this.onIdle(wrote),
    });
    this.undo = new Undo(this);
    this.block = new Block(this);
    this.clipboard = new Clipboard(this);
    this.keys = new Keys(this);
    this.adding = new NewRows(this);
    this.decorate();
    table.addEventListener('focusin', (event) => this.onFocus(event));
    table.addEventListener('focusout', () => setTimeout(() => this.notes.hideUnlessIn()));
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
    const column = this.columnOf(cell);
    if (this.adding.of(cell)) return this.adding.entryOf(cell);
    return column && this.saver.of(this.idOf(cell), column.field);
  }

  /** What is stored, or will be. @param {HTMLTableCellElement} cell @returns {Value} */
  valueOf(cell) {
    return this.adding.valueOf(cell) ?? this.entryOf(cell)?.set ?? storedIn(cell);
  }

  /** @param {FocusEvent} event */
  onFocus(event) {
    const cell = cellAround(event.target);
    if (!cell || event.target !== cell) return;
    for (const other of this.table.querySelectorAll('td[tabindex="0"]'))
      if (other !== cell) other.setAttribute('tabindex', '-1');
    cell.tabIndex = 0;
    this.notes.showFor(cell, this.entryOf(cell));
  }

  /**
   * Opens the editor at once; what it needs from the server comes later.
   *
   * @param {HTMLElement} target @param {string | null} [typed] replaces what is there; '': the key is still to come
   */
  open(target, typed = null) {
    const cell = cellAround(target);
    const column = cell && this.columnOf(cell);
    if (!cell || !column || !isEditable(cell) || this.editor) return;
    if (column.kind === 'check') return this.toggle(cell);
    this.notes.hide();
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.editor = new Editor(cell, column, {
      value: this.valueOf(cell),
      isTyped: typed !== null,
      find: this.finderOf(column),
      labels: () => this.fields[column.field]?.options ?? [],
      pick: this.pickText,
      done: (value, move) => this.onEdited(cell, value, move),
    });
    if (typed && this.editor.isText()) {
      this.editor.control.value = typed;
      this.editor.onInput();
    }
  }

  /** Goes to a cell, or begins a new row; what is being typed elsewhere is stored. @param {HTMLElement} place */
  goTo(place) {
    this.editor?.finish(null, true);
    const cell = cellAround(place);
    if (cell) this.keys.go(cell);
    else this.adding.begin();
  }

  /** A key that was pressed before this was loaded. @param {string} key @param {boolean} shiftKey */
  press(key, shiftKey) {
    const { editor } = this;
    const target = editor?.control ?? document.activeElement;
    if (editor && key.length === 1) {
      editor.control.value += key;
      editor.onInput();
    } else if (!editor && key.length === 1 && key !== ' ' && cellAround(target)) this.open(target, key);
    else target?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
  }

  /** @param {HTMLTableCellElement} cell */
  toggle(cell) {
    this.commit([{ cell, value: { text: this.valueOf(cell).text === 'true' ? 'false' : 'true', key: null } }]);
  }

  /** @param {import('./cell.js').Column} column @returns {((text: string) => Promise<import('./choices.js').Choice[]>) | null} */
  finderOf({ field, kind }) {
    if (kind === 'lookup') {
      return async (text) => {
        const { ok, json } = await request(`${this.base}?${new URLSearchParams({ field, q: text })}`);
        const found = ok ? json : [];
        return found.map((/** @type {any} */ { label, value }) => ({ label, value: String(value) }));
      };
    }
    if (kind !== 'choice' && kind !== 'choices') return null;
    return async (text) => {
      const { fields, texts } = await this.about;
      const typed = text.trim();
      const { options = [], adds } = fields[field] ?? {};
      const isThere = options.some((label) => label.toLowerCase() === typed.toLowerCase());
      const found = options
        .filter((label) => label.toLowerCase().includes(typed.toLowerCase()))
        .map((label) => ({ label, value: null }));
      if (!adds || isThere || typed === '') return found;
      return [...found, { label: texts.addChoice.replace('{text}', () => typed), value: null, added: typed }];
    };
  }

  /** @param {HTMLTableCellElement} before @param {Value | null} value @param {[number, number] | null} move */
  onEdited(before, value, move) {
    this.editor = null;
    const cell = this.nowAt(before);
    if (value) this.commit([{ cell, value }]);
    if (value?.adds) this.offerAdded(cell, value.adds);
    if (value && !move) return void setTimeout(() => this.adding.onLeave());
    if (move && move[0] > 0 && this.adding.of(cell)) return this.adding.finish(cell);
    const next = move && (move[0] || move[1]) ? this.keys.neighbour(cell, move[0], move[1]) : cell;
    if (!next && move && move[1] > 0 && this.adding.of(cell)) return this.adding.finish(cell);
    this.keys.go(next ?? cell, { tabbed: Boolean(move?.[1]) });
  }

  /** New choices are offered in the other rows as well. @param {HTMLTableCellElement} cell @param {readonly string[]} adds */
  async offerAdded(cell, adds) {
    const { fields } = await this.about;
    fields[this.columnOf(cell)?.field ?? '']?.options?.push(...adds);
  }

  /** The cell of today, where the table was rendered again meanwhile. @param {HTMLTableCellElement} cell */
  nowAt(cell) {
    const column = this.columnOf(cell);
    return (!cell.isConnected && column && this.cellOf(this.idOf(cell), column.field)) || cell;
  }

  /**
   * Takes new values: shown at once, stored as soon as it can be. Cells that can't be edited are left out.
   *
   * @param {readonly { cell: HTMLTableCellElement, value: Value }[]} changes
   * @param {{ isUndo?: boolean }} [options]
   */
  commit(changes, { isUndo = false } = {}) {
    const taken = changes.filter(({ cell, value }) => {
      const isNew = !isSame(this.valueOf(cell), value) || Boolean(this.entryOf(cell)?.error);
      return this.columnOf(cell) && isEditable(cell) && isNew;
    });
    if (!isUndo) this.undo.remember(taken.map(({ cell, value }) => ({ cell, from: this.valueOf(cell), to: value })));
    for (const { cell, value } of taken) {
      const column = /** @type {NonNullable<ReturnType<CellTable['columnOf']>>} */ (this.columnOf(cell));
      if (this.adding.take(cell, value)) show(cell, column.kind, value.text);
      else {
        const id = this.idOf(cell);
        const { field } = column;
        this.saver.put({ id, field, was: storedIn(cell), html: cell.innerHTML }, value);
        this.redraw(/** @type {Entry} */ (this.saver.of(id, field)));
      }
    }
    this.notes.count();
    return taken.length;
  }

  /** Shows a cell that is not stored yet as it was typed. @param {Entry} entry */
  redraw(entry) {
    const cell = this.cellOf(entry.id, entry.field);
    const column = cell && this.columnOf(cell);
    if (!cell || !column) return;
    if (isEditable(cell) && cell.dataset.v === undefined) setStored(cell, storedIn(cell));
    show(cell, column.kind, entry.set.text);
    cell.classList.toggle('pl-cell-wrong', entry.error !== null);
    cell.classList.toggle('pl-cell-waiting', entry.error === null);
    if (entry.error) cell.ariaInvalid = 'true';
    else cell.removeAttribute('aria-invalid');
  }

  /** @param {Entry} entry @param {Value} value */
  onStored({ id, field }, value) {
    ignoreOlderPage(this);
    const cell = this.cellOf(id, field);
    const column = cell && this.columnOf(cell);
    if (!cell || !column) return;
    setStored(cell, value);
    this.clean(cell);
    show(cell, column.kind, value.text);
    cell.classList.add('pl-cell-saved');
    setTimeout(() => cell.classList.remove('pl-cell-saved'), 900);
  }

  /** @param {HTMLTableCellElement} cell */
  clean(cell) {
    cell.classList.remove('pl-cell-wrong', 'pl-cell-waiting');
    cell.removeAttribute('aria-invalid');
  }

  /** @param {Entry} entry */
  onRefused(entry) {
    this.redraw(entry);
    this.notes.count();
    const cell = this.cellOf(entry.id, entry.field);
    if (cell && document.activeElement === cell) this.notes.showFor(cell, entry);
    else this.notes.say(entry.error?.message ?? '');
  }

  /** Gives up what was typed. @param {HTMLTableCellElement} cell @param {Entry} entry */
  restore(cell, entry) {
    this.saver.drop(entry);
    this.clean(cell);
    const { theirs } = entry.error ?? {};
    const column = this.columnOf(cell);
    if (theirs && column) {
      setStored(cell, theirs);
      show(cell, column.kind, theirs.text);
    } else cell.innerHTML = entry.html;
    this.notes.hide();
    this.notes.count();
  }

  /** @param {boolean} wrote */
  onIdle(wrote) {
    this.notes.count();
    if (!wrote) return;
    this.notes.say('✓');
    this.refresh();
  }

  /** The rest of the rows follows: formulas, totals, the server's own form of what was typed. */
  refresh() {
    return refreshed(this);
  }
}

function addStyle() {
  if (document.querySelector(`link[href="${STYLE}"]`)) return;
  document.head.append(element('link', { rel: 'stylesheet', href: STYLE }));
}

/** @param {string} base @returns {Promise<About>} asked for again where it failed */
function describe(base) {
  const nothing = { fields: {}, texts: {}, most: 500, locale: document.documentElement.lang };
  return request(base).then(({ ok, json }) => (ok ? json : nothing));
}
