/** @import { AppError as AppErrorType, AskedCondition, Formats, Operator, Registry, StateFilter, Table, ViewState } from '@plinth/plugin' */
/** @import { Reads } from './read-state.js' */
import { AppError, OPERATORS } from '@plinth/plugin';
import { ME } from './asker.js';
import { drafted } from './read-draft.js';
import { readCondition } from './read-condition.js';
import { readTexts } from './read-texts.js';
import { BARE_PARAMETERS } from './view-location.js';

/** Conditions of one view from one address; more than a person sets by hand. */
const MAX_FILTERS = 24;
const KNOWN = new Set([
  ...[...OPERATORS, 'hasAll', 'within'],
  // What a form says of a condition before it is known which one: see read-draft.js.
  ...['op', 'value', 'to', 'period', 'days'],
]);
/** any-status, any2-due.within: alternatives of a group. No field has a hyphen in its name. */
const GROUPED = /^(any\d?)-(.+)$/;

/** @typedef {AskedCondition['ops'][number]['op']} AskedOperator */
/** @typedef {{ registry: Registry, formats?: Formats, reads: Reads }} Reading formats: how the reader writes, and when days begin */
/** @typedef {{ group: string, field: string, ops: Map<string, string[]> }} Entry */

/**
 * What the address says about the fields of a table. Conditions on one field belong together, as "from" and "to" do;
 * those of different fields all have to hold, in a group one of them.
 *
 * @param {URLSearchParams} query @param {Table} table @param {boolean} main @param {Reading} reading
 * @returns {Pick<ViewState, 'filters' | 'groups' | 'presets' | 'asked'>}
 */
export function readConditions(query, table, main, reading) {
  const entries = entriesOf(query, table, main, reading.reads);
  /** @type {StateFilter[]} */
  const filters = [];
  /** @type {Map<string, StateFilter[][]>} */
  const groups = new Map();
  /** @type {Record<string, string>} */
  const presets = {};
  const asked = entries.map((entry) => askedOf(entry, table, reading));
  // In the order of names: the same conditions in another order share one compiled statement.
  for (const { asked: one, found } of [...asked].sort((a, b) => (nameOf(a.asked) < nameOf(b.asked) ? -1 : 1))) {
    if (one.group === '') {
      filters.push(...found);
      const given = one.ops.find(({ op }) => op === 'eq' || op === 'has');
      if (given && given.texts[0] !== ME) presets[one.field] = given.texts[0];
    } else if (found.length > 0) groups.set(one.group, [...(groups.get(one.group) ?? []), found]);
  }
  return { filters, groups: [...groups.values()], presets, asked: asked.map(({ asked: one }) => one) };
}

/** @param {AskedCondition} asked */
const nameOf = ({ group, field }) => `${group}-${field}`;

/** @param {URLSearchParams} query @param {Table} table @param {boolean} main @param {Reads} reads @returns {Entry[]} */
function entriesOf(query, table, main, reads) {
  /** @type {Map<string, Entry>} */
  const found = new Map();
  let count = 0;
  for (const [key, text] of query) {
    const named = conditionAt(key, table, main, reads);
    if (!named || text === '') continue;
    const { group, field, op } = named;
    const name = nameOf(/** @type {any} */ (named));
    const entry = found.get(name) ?? { group, field, ops: new Map() };
    const texts = entry.ops.get(op);
    if (!texts && count++ >= MAX_FILTERS) continue;
    found.set(name, entry);
    entry.ops.set(op, [...(texts ?? []), text]);
  }
  return [...found.values()];
}

/**
 * @param {Entry} entry @param {Table} table @param {Reading} reading
 * @returns {{ asked: AskedCondition, found: StateFilter[] }}
 */
function askedOf({ group, field, ops: given }, table, reading) {
  const drafts = drafted(given, table.field(field).traits.isMany);
  const ops = readTexts(drafts, table.field(field), reading);
  /** @type {StateFilter[]} */
  const found = [];
  /** @type {AppErrorType | null} */
  let problem = null;
  for (const [op, texts] of [...ops].sort(([a], [b]) => (a < b ? -1 : 1))) {
    try {
      found.push(...readCondition(table, field, /** @type {AskedOperator} */ (op), texts, reading));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      problem ??= error;
    }
  }
  const list = [...ops].map(([op, texts]) => ({ op: /** @type {AskedOperator} */ (op), texts }));
  return { asked: { group, field, ops: list, problem }, found };
}

/**
 * "status", "status.ne" (on the view's own page) or "issues.status", "issues.status.ne"; with "any-" before the field
 * one of several alternatives.
 *
 * @param {string} key @param {Table} table @param {boolean} main @param {Reads} reads
 * @returns {{ group: string, field: string, op: Operator | string } | null}
 */
export function conditionAt(key, table, main, reads) {
  if (key.includes(':')) return null;
  const steps = key.split('.');
  if (main && !BARE_PARAMETERS.has(key)) {
    const bare = fieldAndOperator(steps, table, reads);
    if (bare) return bare;
  }
  return steps[0] === table.name && steps.length > 1 ? fieldAndOperator(steps.slice(1), table, reads) : null;
}

/** @param {string[]} steps @param {Table} table @param {Reads} reads */
function fieldAndOperator(steps, table, reads) {
  const [first, op, ...more] = steps;
  if (more.length > 0 || !first) return null;
  const [, group, inGroup] = GROUPED.exec(first) ?? [null, '', first];
  const field = inGroup;
  if (field === 'id' || !table.hasField(field) || !reads(table, field)) return null;
  if (op === undefined) return { group, field, op: table.field(field).traits.isMany ? 'has' : 'eq' };
  return KNOWN.has(op) ? { group, field, op } : null;
}
