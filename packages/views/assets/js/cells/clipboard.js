// Copy, cut and paste of cells and blocks, with spreadsheets and within Plinth.
import { cellAround, EMPTY, isEditable, rowsOf } from './cell.js';
import { ask } from '../dialog.js';
import { entriesOf } from './entries.js';
import { counted } from './notes.js';
import { readBlock, readHtml, writeBlock, writeHtml } from './tsv.js';

/** @import { Value } from './cell.js' */
/** @import { CellTable } from './table.js' */

/** Keys of related rows, for cells that are pasted within Plinth. */
const OWN_TYPE = 'application/x-plinth-cells';
/** New choices of a field that a question names. */
const NAMED = 10;

export class Clipboard {
  /** @param {CellTable} on */
  constructor(on) {
    this.on = on;
    on.table.addEventListener('copy', (event) => this.copy(event));
    on.table.addEventListener('cut', (event) => {
      const cell = this.copy(event);
      if (cell) on.commit(on.block.cells(cell).map((one) => ({ cell: one, value: EMPTY })));
    });
    on.table.addEventListener('paste', (event) => this.paste(event));
  }

  /** @param {ClipboardEvent} event */
  copy(event) {
    const cell = cellAround(event.target);
    const { clipboardData } = event;
    if (!cell || event.target !== cell || !clipboardData) return null;
    event.preventDefault();
    const block = this.on.block.cells(cell).length > 1 ? this.on.block.rows() : [[cell]];
    const values = block.map((row) => row.map((one) => this.on.valueOf(one)));
    const texts = block.map((row, r) => row.map((one, c) => this.exported(one, values[r][c])));
    clipboardData.setData('text/plain', writeBlock(texts));
    clipboardData.setData('text/html', writeHtml(texts));
    clipboardData.setData(OWN_TYPE, JSON.stringify(values));
    return cell;
  }

  /** As spreadsheets read it. @param {HTMLTableCellElement} cell @param {Value} value */
  exported(cell, { text }) {
    const kind = this.on.columnOf(cell)?.kind;
    if (kind === 'check' && isEditable(cell)) return text.toUpperCase();
    return kind === 'date_time' ? text.replace('T', ' ') : text;
  }

  /** @param {ClipboardEvent} event */
  async paste(event) {
    const cell = cellAround(event.target);
    if (!cell || event.target !== cell || !event.clipboardData) return;
    event.preventDefault();
    const data = event.clipboardData;
    const [own, html, plain] = [OWN_TYPE, 'text/html', 'text/plain'].map((type) => data.getData(type));
    const { texts, most } = await this.on.about;
    const rows = ownRows(own) ?? valuesOf((html && readHtml(html, most)) || readBlock(plain, most));
    if (rows.length > most) return this.on.notes.toast(counted(texts, 'tooMany', most));
    this.put(cell, rows, texts);
  }

  /**
   * A single cell fills the selected block; a block goes to where the selection begins.
   *
   * @param {HTMLTableCellElement} cell @param {Value[][]} rows @param {Record<string, string>} texts
   */
  async put(cell, rows, texts) {
    const { on } = this;
    const isOne = rows.length === 1 && rows[0].length === 1;
    const selected = on.block.cells(cell);
    if (isOne && selected.length > 1) {
      on.commit(await this.withChoices(selected.map((one) => ({ cell: one, value: rows[0][0] }))));
      return;
    }
    const present = rowsOf(on.table);
    const first = present.indexOf(/** @type {HTMLTableRowElement} */ (selected[0].parentElement));
    const added = await this.rowsFor(first + rows.length - present.length, texts);
    if (!added) return;
    const all = [...present, ...added.map(({ tr }) => tr)];
    const targets = rows.map((_, r) => cellsFrom(all[first + r], selected[0].cellIndex));
    const pairs = rows.flatMap((row, r) => row.map((value, c) => ({ cell: targets[r][c], value })));
    const fitting = await this.withChoices(pairs.filter((pair) => pair.cell && isEditable(pair.cell)));
    const isAdded = (/** @type {{ cell: HTMLTableCellElement }} */ { cell: one }) => on.adding.of(one) !== null;
    for (const { cell: one, value } of fitting.filter(isAdded)) on.adding.paste(one, value);
    on.commit(/** @type {{ cell: HTMLTableCellElement, value: Value }[]} */ (fitting.filter((one) => !isAdded(one))));
    on.adding.send(added);
    const last = targets.findLast((row) => row.length > 0);
    const width = Math.max(...rows.map((row) => row.length));
    if (last) on.block.set(selected[0], last[Math.min(width, last.length) - 1]);
    // Cells beside or below the table, and those that are read-only.
    if (fitting.length < pairs.length) on.notes.toast(counted(texts, 'leftOut', pairs.length - fitting.length));
    else on.notes.say(counted(texts, 'pasted', fitting.length));
  }

  /**
   * Asks whether to add choices that are pasted and not there yet, where that is allowed. Otherwise their cells are refused.
   *
   * @param {{ cell: HTMLTableCellElement, value: Value }[]} pairs
   * @returns {Promise<{ cell: HTMLTableCellElement, value: Value }[]>}
   */
  async withChoices(pairs) {
    const { on } = this;
    const { fields, texts } = await on.about;
    /** @type {Map<string, Map<string, string>>} */
    const added = new Map();
    const all = pairs.map(({ cell, value }) => {
      const { field = '', kind = '' } = on.columnOf(cell) ?? {};
      const names = fields[field]?.adds && value.key === null ? newNames(value.text, kind, fields[field]) : [];
      const known = added.get(field) ?? new Map();
      for (const name of names) known.set(name.toLowerCase(), known.get(name.toLowerCase()) ?? name);
      if (names.length > 0) added.set(field, known);
      return names.length > 0 ? { cell, value: { ...value, adds: names } } : { cell, value };
    });
    if (added.size === 0) return pairs;
    const count = [...added.values()].reduce((sum, { size }) => sum + size, 0);
    const lines = [...added].map(([field, known]) => {
      const names = [...known.values()];
      return `${fields[field].label}: ${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ' …' : ''}`;
    });
    if (!(await ask('', { title: counted(texts, 'addChoices', count), lines, yes: texts.add }))) return pairs;
    for (const [field, known] of added) fields[field].options?.push(...known.values());
    return all;
  }

  /**
   * Rows for what is longer than the table, where they may be added and that is wanted; null: paste nothing.
   *
   * @param {number} count @param {Record<string, string>} texts
   * @returns {Promise<import('./new-rows.js').NewRow[] | null>}
   */
  async rowsFor(count, texts) {
    const { adding } = this.on;
    if (count <= 0 || !adding.place) return [];
    const title = counted(texts, 'addRows', count);
    return (await ask('', { title, lines: [texts.longer], yes: texts.add })) ? adding.makeMany(count) : null;
  }
}

/** @param {HTMLTableRowElement | undefined} row @param {number} index @returns {HTMLTableCellElement[]} */
const cellsFrom = (row, index) =>
  row ? [...row.cells].slice(index).filter((cell) => cell.hasAttribute('tabindex')) : [];

/**
 * Names in a pasted text that are no choices yet.
 *
 * @param {string} text @param {string} kind @param {import('./cells.js').About['fields'][string]} field
 */
function newNames(text, kind, { options = [], values = [] }) {
  const names = kind === 'choices' ? entriesOf(text, options).map((entry) => entry.text) : [text.trim()];
  const known = new Set([...options, ...values].map((name) => name.toLowerCase()));
  return names.filter((name) => name !== '' && !known.has(name.toLowerCase()));
}

/** @param {string} text @returns {Value[][] | null} */
function ownRows(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** @param {string[][]} rows @returns {Value[][]} */
const valuesOf = (rows) => rows.map((row) => row.map((text) => ({ text, key: null })));
