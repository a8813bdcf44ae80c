// Writes cells to the server, in order: one request at a time, and what is changed meanwhile goes with the next one. What
// could not be written keeps what was typed.

import { request } from '@plinth/plugin/browser/request';

/** @import { Value } from './cell.js' */

/**
 * A cell that is not stored yet. `was`: what is stored; `sent`: what is on its way.
 *
 * @typedef {{ id: string, field: string, was: Value, set: Value, sent: Value | null, html: string,
 *   error: { message: string, code: string, theirs?: Value } | null }} Entry
 */

const ROWS_AT_ONCE = 200;
/** Between tries without a connection, in ms. */
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 30_000;

/** @param {string} id @param {string} field */
const keyOf = (id, field) => `${id}\n${field}`;

export class Saver {
  /** @type {Map<string, Entry>} */
  entries = new Map();
  busy = false;
  tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /**
   * @param {string} base
   * @param {{ stored(entry: Entry, value: Value): void, refused(entry: Entry): void, unreachable(text: string): void,
   *   changed(undo: string, message: string): void, idle(wrote: boolean): void }} told
   */
  constructor(base, told) {
    this.base = base;
    this.told = told;
    this.wrote = false;
    for (const kind of ['online', 'focus']) addEventListener(kind, () => this.flush());
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
    queueMicrotask(() => this.flush());
  }

  /** @param {Entry} entry */
  drop({ id, field }) {
    this.entries.delete(keyOf(id, field));
  }

  async flush() {
    if (this.busy) return;
    clearTimeout(this.timer);
    const rows = this.nextRows();
    if (rows.length === 0) {
      this.told.idle(this.wrote);
      this.wrote = false;
      return;
    }
    this.busy = true;
    const body = rows.map(({ id, entries }) => ({
      id,
      set: Object.fromEntries(entries.map((entry) => [entry.field, (entry.sent = entry.set)])),
      was: Object.fromEntries(entries.map((entry) => [entry.field, entry.was])),
    }));
    const { rows: answers, text, undo, message } = await post(this.base, { rows: body });
    this.busy = false;
    if (!answers) return this.later(rows, text ?? '');
    this.tries = 0;
    if (undo) this.told.changed(undo, message ?? '');
    for (const [i, answer] of answers.entries()) for (const entry of rows[i].entries) this.settle(entry, answer);
    this.flush();
  }

  nextRows() {
    /** @type {Map<string, Entry[]>} */
    const rows = new Map();
    for (const entry of this.entries.values()) {
      if (entry.error) continue;
      const row = rows.get(entry.id);
      if (row) row.push(entry);
      else if (rows.size < ROWS_AT_ONCE) rows.set(entry.id, [entry]);
    }
    return [...rows].map(([id, entries]) => ({ id, entries }));
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

  /** @param {{ entries: Entry[] }[]} rows @param {string} text of the page that came instead */
  later(rows, text) {
    for (const { entries } of rows) for (const entry of entries) entry.sent = null;
    this.timer = setTimeout(() => this.flush(), Math.min(FIRST_WAIT * 2 ** this.tries, LONGEST_WAIT));
    if (this.tries++ === 0) this.told.unreachable(text);
  }
}

/**
 * What a request is answered with; nothing where the connection, the session or the server failed.
 *
 * @param {string} address @param {object} body @returns {Promise<{ rows?: any[], text?: string, undo?: string, message?: string }>}
 */
export async function post(address, body) {
  const { ok, status, json, text } = await request(address, { body, once: true });
  return ok ? json : status === 0 ? {} : { text };
}
