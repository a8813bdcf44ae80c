// Writes cells to the server, in order: one request at a time, and what is changed meanwhile goes with the next one. What
// could not be written keeps what was typed.

import { request } from '@plinth/plugin/browser/request';
import { Saver } from '@plinth/plugin/browser/saver';

/** @import { Value } from './cell.js' */
/** @typedef {{ rows?: any[], text?: string, undo?: string, message?: string }} Written */
/** @typedef {{ id: string, entries: Entry[] }} Row */

/**
 * A cell that is not stored yet. `was`: what is stored; `sent`: what is on its way.
 *
 * @typedef {{ id: string, field: string, was: Value, set: Value, sent: Value | null, html: string,
 *   error: { message: string, code: string, theirs?: Value } | null }} Entry
 */

const ROWS_AT_ONCE = 200;

/** @param {string} id @param {string} field */
const keyOf = (id, field) => `${id}\n${field}`;

export class CellSaver {
  /** @type {Map<string, Entry>} */
  entries = new Map();
  wrote = false;
  isLost = false;

  /**
   * @param {string} base
   * @param {{ stored(entry: Entry, value: Value): void, refused(entry: Entry): void, unreachable(text: string): void,
   *   changed(undo: string, message: string): void, idle(wrote: boolean): void }} told
   */
  constructor(base, told) {
    this.told = told;
    /** @type {Saver<Row[], Written>} */
    this.saver = new Saver({
      next: () => this.nextRows(),
      send: (rows) => post(base, { rows: rows.map(bodyOf) }),
      taken: (written, rows) => this.take(written, rows),
      isLost: ({ rows }) => !rows,
      onState: (state, written) => this.tell(state, written),
    });
    addEventListener('focus', () => this.saver.retry());
    addEventListener('beforeunload', (event) => this.entries.size > 0 && event.preventDefault());
  }

  /** @param {string} id @param {string} field */
  of(id, field) {
    return this.entries.get(keyOf(id, field)) ?? null;
  }

  /** @returns {Entry[]} */
  refusedOnes() {
    return [...this.entries.values()].filter(({ error }) => error);
  }

  /** @param {Pick<Entry, 'id' | 'field' | 'was' | 'html'>} cell @param {Value} value */
  put(cell, value) {
    const known = this.of(cell.id, cell.field);
    // Who has seen the other's value and types again means it.
    if (known) Object.assign(known, { set: value, was: known.error?.theirs ?? known.was, error: null });
    else this.entries.set(keyOf(cell.id, cell.field), { ...cell, set: value, sent: null, error: null });
    queueMicrotask(() => this.saver.flush());
  }

  /** @param {Entry} entry */
  drop({ id, field }) {
    this.entries.delete(keyOf(id, field));
  }

  /** @returns {Row[] | null} */
  nextRows() {
    /** @type {Map<string, Entry[]>} */
    const rows = new Map();
    for (const entry of this.entries.values()) {
      if (entry.error) continue;
      const row = rows.get(entry.id);
      if (row) row.push(entry);
      else if (rows.size < ROWS_AT_ONCE) rows.set(entry.id, [entry]);
    }
    return rows.size > 0 ? [...rows].map(([id, entries]) => ({ id, entries })) : null;
  }

  /** @param {Written} written @param {Row[]} rows that were sent */
  take({ rows: answers = [], undo, message }, rows) {
    this.isLost = false;
    if (undo) this.told.changed(undo, message ?? '');
    for (const [i, answer] of answers.entries()) for (const entry of rows[i].entries) this.settle(entry, answer);
  }

  /** @param {import('@plinth/plugin/browser/saver').SaverState} state @param {Written | null} written */
  tell(state, written) {
    if (state === 'saved') {
      this.told.idle(this.wrote);
      this.wrote = false;
    }
    if (state !== 'lost') return;
    for (const entry of this.entries.values()) entry.sent = null;
    // The page that came instead says why, once.
    if (!this.isLost) this.told.unreachable(written?.text ?? '');
    this.isLost = true;
  }

  /** @param {Entry} entry @param {any} answer */
  settle(entry, answer) {
    const isNewest = entry.sent === entry.set;
    entry.sent = null;
    const cell = answer.cells[entry.field];
    if (cell) {
      this.wrote = true;
      entry.was = { text: cell.text, key: cell.key === null ? null : String(cell.key) };
      if (!isNewest) return;
      this.drop(entry);
      return this.told.stored(entry, entry.was);
    }
    const error = answer.errors[entry.field] ?? answer.error;
    // What was typed since then may be right.
    if (!isNewest && !error.theirs) return;
    entry.error = error;
    if (error.theirs) error.theirs.key = error.theirs.key === null ? null : String(error.theirs.key);
    this.told.refused(entry);
  }
}

/** @param {Row} row @returns {object} what is sent of it */
function bodyOf({ id, entries }) {
  return {
    id,
    set: Object.fromEntries(entries.map((entry) => [entry.field, (entry.sent = entry.set)])),
    was: Object.fromEntries(entries.map((entry) => [entry.field, entry.was])),
  };
}

/**
 * What a request is answered with; nothing where the connection, the session or the server failed.
 *
 * @param {string} address @param {object} body @returns {Promise<Written>}
 */
export async function post(address, body) {
  const { ok, status, json, text } = await request(address, { body, once: true });
  return ok ? json : status === 0 ? {} : { text };
}
