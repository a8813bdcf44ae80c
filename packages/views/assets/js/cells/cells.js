// Values that are edited where they stand: on the page of a row, and as the cells of a table (table.js).
import { request } from '@plinth/plugin/browser/request';
import { element, isEditable, isSame, setStored, show, storedIn } from './cell.js';
import { Editor } from './editor.js';
import { Notes } from './notes.js';
import { ignoreOlderPage, recordRefreshed } from './refresh.js';
import { CellSaver } from './saver.js';
import { Undo } from './undo.js';

/** @import { Column, Value } from './cell.js' */
/** @import { NewRow } from './new-rows.js' */
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

/** @template {HTMLElement} [T=HTMLElement] */
export class Cells {
  /** @type {Editor | null} */
  editor = null;

  /** @param {T} table or what else holds them @param {string} base where they are saved */
  constructor(table, base) {
    addStyle();
    this.table = table;
    this.base = base;
    this.about = describe(base);
    this.pickText = '';
    /** What is known of the fields, once the server has said it. @type {About['fields']} */
    this.fields = {};
    this.about.then(({ texts, fields }) => {
      this.pickText = texts.pickDate ?? '';
      this.fields = fields;
    });
    this.notes = new Notes(this);
    this.saver = new CellSaver(base, {
      stored: (entry, value) => this.onStored(entry, value),
      refused: (entry) => this.onRefused(entry),
      unreachable: (text) => this.notes.unreachable(text),
      changed: (undo, message) => this.undo.onChanged(undo, message),
      idle: (wrote) => this.onIdle(wrote),
    });
    this.undo = new Undo(this);
    table.addEventListener('focusin', (event) => this.onFocus(event));
    table.addEventListener('focusout', () => setTimeout(() => this.notes.hideUnlessIn()));
  }

  /** @param {EventTarget | Element | null} target @returns {HTMLElement | null} */
  cellAt(target) {
    return target instanceof Element ? target.closest('.pl-cell[data-kind]') : null;
  }

  /** Values that can be gone to, in reading order. @returns {HTMLElement[]} */
  cells() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.table.querySelectorAll('.pl-cell[data-kind]'))];
  }

  /** @param {HTMLElement} cell @returns {Column | null} */
  columnOf({ dataset: { field = '', kind = 'text', name = '' } }) {
    return { field, kind, label: name };
  }

  /** @param {HTMLElement} _cell */
  idOf(_cell) {
    return this.table.dataset.id ?? '';
  }

  /** @param {string} _id @param {string} field @returns {HTMLElement | null} */
  cellOf(_id, field) {
    return this.cells().find(({ dataset }) => dataset.field === field) ?? null;
  }

  /** @param {HTMLElement} cell */
  entryOf(cell) {
    const column = this.columnOf(cell);
    return column && this.saver.of(this.idOf(cell), column.field);
  }

  /** What is stored, or will be. @param {HTMLElement} cell @returns {Value} */
  valueOf(cell) {
    return this.entryOf(cell)?.set ?? storedIn(cell);
  }

  /** @param {FocusEvent} event */
  onFocus({ target }) {
    const cell = this.cellAt(target);
    if (cell && cell === target) this.notes.showFor(cell, this.entryOf(cell));
  }

  /** @param {HTMLElement} cell */
  goToCell(cell) {
    cell.focus();
  }

  /** Rows that were not stored as a whole. @returns {NewRow[]} */
  refusedRows() {
    return [];
  }

  discardRows() {}

  /** @returns {HTMLElement | null} */
  wrongCell() {
    return null;
  }

  /** Whether the cell is in a row that is stored as a whole, and has the value now. @param {HTMLElement} _cell @param {Value} _value */
  takesNew(_cell, _value) {
    return false;
  }

  /**
   * Opens the editor at once; what it needs from the server comes later.
   *
   * @param {HTMLElement} target @param {string | null} [typed] replaces what is there; '': the key is still to come
   */
  open(target, typed = null) {
    const cell = this.cellAt(target);
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

  /** A key that was pressed before this was loaded. @param {string} key @param {boolean} shiftKey */
  press(key, shiftKey) {
    const { editor } = this;
    const target = editor?.control ?? document.activeElement;
    if (editor && key.length === 1) {
      editor.control.value += key;
      editor.onInput();
    } else if (!editor && key.length === 1 && key !== ' ' && this.cellAt(target)) this.open(target, key);
    else target?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
  }

  /** @param {HTMLElement} cell */
  toggle(cell) {
    this.commit([{ cell, value: { text: this.valueOf(cell).text === 'true' ? 'false' : 'true', key: null } }]);
  }

  /** @param {Column} column @returns {((text: string) => Promise<import('./choices.js').Choice[]>) | null} */
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

  /** @param {HTMLElement} before @param {Value | null} value @param {[number, number] | null} move */
  onEdited(before, value, move) {
    this.editor = null;
    const cell = this.nowAt(before);
    if (value) this.commit([{ cell, value }]);
    if (value?.adds) this.offerAdded(cell, value.adds);
    this.goOn(cell, move, value !== null);
  }

  /** Where the focus goes from a value. @param {HTMLElement} cell @param {[number, number] | null} move @param {boolean} isTaken */
  goOn(cell, move, isTaken) {
    if (isTaken && !move) return;
    const all = this.cells();
    this.goToCell((move?.[1] && all[all.indexOf(cell) + move[1]]) || cell);
  }

  /** The cell of today, where the page was renewed meanwhile. @param {HTMLElement} cell */
  nowAt(cell) {
    const column = this.columnOf(cell);
    return (!cell.isConnected && column && this.cellOf(this.idOf(cell), column.field)) || cell;
  }

  /** New choices are offered in the other rows as well. @param {HTMLElement} cell @param {readonly string[]} adds */
  async offerAdded(cell, adds) {
    const { fields } = await this.about;
    fields[this.columnOf(cell)?.field ?? '']?.options?.push(...adds);
  }

  /**
   * Takes new values: shown at once, stored as soon as it can be. Cells that can't be edited are left out.
   *
   * @param {readonly { cell: HTMLElement, value: Value }[]} changes
   * @param {{ isUndo?: boolean }} [options]
   */
  commit(changes, { isUndo = false } = {}) {
    const taken = changes.filter(({ cell, value }) => {
      const isNew = !isSame(this.valueOf(cell), value) || Boolean(this.entryOf(cell)?.error);
      return this.columnOf(cell) && isEditable(cell) && isNew;
    });
    if (!isUndo) this.undo.remember(taken.map(({ cell, value }) => ({ cell, from: this.valueOf(cell), to: value })));
    for (const { cell, value } of taken) {
      const column = /** @type {NonNullable<ReturnType<Cells<any>['columnOf']>>} */ (this.columnOf(cell));
      if (this.takesNew(cell, value)) show(cell, column.kind, value.text);
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

  /** @param {HTMLElement} cell */
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

  /** Gives up what was typed. @param {HTMLElement} cell @param {Entry} entry */
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

  /** What the page shows otherwise follows: formulas, the title, the server's own form of what was typed. */
  refresh() {
    return recordRefreshed(this);
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
