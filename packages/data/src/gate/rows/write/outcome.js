import { isDeepStrictEqual } from 'node:util';
import { AppError, asPhrase, joinPhrases, phrase } from '@plinth/plugin';
import { readableField } from '../../../rules/rights/index.js';
import { forbidden, rowNotFound } from '../../../postgres/errors/row-errors.js';
import { inputProblems, notAChoice } from './field-problem.js';

/** @import { Actor, Table, Row, Values } from '@plinth/plugin' */
/** @import { Reference } from './references.js' */
/** @import { Validation } from './validations.js' */
/** @import { PayloadRow } from './payload.js' */
/** @import { Problem } from './field-problem.js' */

/** Columns of the result that do not belong to the row. */
const OURS = /^\$/;

/**
 * The outcome of one row: the row or an error.
 *
 * @param {Values} answer @param {{ actor: Actor, table: Table, refs: readonly (Reference | Validation)[], sent: PayloadRow, kind: string }} context
 * @returns {{ row: Row } | { error: AppError }}
 */
export function outcome(answer, { actor, table, refs, sent, kind }) {
  if (answer.$done) return { row: kind === 'remove' ? { id: sent.k } : written(answer) };
  if (kind === 'insert')
    return { error: answer.$image === true ? badReferences(answer, refs, actor, table) : notAllowed(kind) };
  if (!answer.$found) return { error: rowNotFound() };
  if (!answer.$may) return { error: forbidden(kind === 'remove' ? phrase`delete this row` : phrase`change this row`) };
  if (answer.$image === false) return { error: notAllowed(kind) };
  if (refs.some(({ flag }) => answer[flag] === false)) return { error: badReferences(answer, refs, actor, table) };
  if (answer.$same === false) return { error: conflict(answer.$see ? answer.$now : {}, sent, actor, table) };
  return { error: rowNotFound() };
}

/**
 * What is wrong with a row at the end of its transaction. A row that no longer exists fails.
 *
 * @param {Values} answer @param {{ refs: readonly Validation[], kind: string, actor: Actor, table: Table }} context
 * @returns {AppError | null}
 */
export function judged(answer, { refs, kind, actor, table }) {
  if (!answer.$found || answer.$image !== true) return notAllowed(kind);
  return refs.every(({ flag }) => answer[flag] === true) ? null : badReferences(answer, refs, actor, table);
}

/** @param {string} kind */
export const notAllowed = (kind) =>
  forbidden(kind === 'insert' ? phrase`create this row for someone else` : phrase`give this row to someone else`);

/** @param {Values} answer */
function written(answer) {
  if (!answer.$show) return { id: answer.id, ...(answer.$version && { version: answer.$version }) };
  /** @type {Values} */
  const row = {};
  for (const name of Object.keys(answer)) if (!OURS.test(name)) row[name] = answer[name];
  return row;
}

/**
 * Each message belongs to its field. Fields that the writer may not read are never named.
 *
 * @param {Record<string, unknown>} answer @param {readonly (Reference | Validation)[]} checks @param {Actor} actor @param {Table} table
 */
function badReferences(answer, checks, actor, table) {
  const isKnown = (/** @type {string} */ name) =>
    !table.hasField(name) || readableField(actor, table, table.field(name));
  /** @type {Record<string, Problem>} */
  const problems = {};
  /** @type {Problem[]} */
  const others = [];
  for (const check of checks.filter(({ flag }) => answer[flag] !== true)) {
    const names = 'field' in check ? [check.field.name] : check.fields;
    const known = names.filter(isKnown);
    for (const name of known) problems[name] = 'field' in check ? notAChoice(check.field) : check.message;
    if (known.length === 0) others.push('field' in check ? 'These values are not allowed' : check.message);
  }
  const said = [...Object.values(problems), ...new Set(others)].map(asPhrase);
  return inputProblems(problems, others.length > 0 ? joinPhrases(said, '; ') : undefined);
}

/** @param {Values} now @param {PayloadRow} sent @param {Actor} actor @param {Table} table */
function conflict(now, { v = {}, x = {} }, actor, table) {
  /** @type {Record<string, { yours: unknown, current: unknown }>} */
  const changed = {};
  for (const [name, yours] of Object.entries({ ...x, ...v })) {
    if (!table.hasField(name) || !readableField(actor, table, table.field(name)) || !Object.hasOwn(now, name)) continue;
    if (!isSame(yours, now[name])) changed[name] = { yours, current: now[name] };
  }
  return new AppError('ROW_CONFLICT', 'Someone changed this row in the meantime', {
    status: 409,
    hint: 'Check what changed, then save again',
    details: { changed },
  });
}

/**
 * JSON is sent as text, and PostgreSQL returns its keys in another order.
 *
 * @param {unknown} yours @param {unknown} current
 */
function isSame(yours, current) {
  if (JSON.stringify(yours) === JSON.stringify(current)) return true;
  if (typeof yours !== 'string' || typeof current !== 'object' || current === null) return false;
  try {
    return isDeepStrictEqual(JSON.parse(yours), current);
  } catch {
    return false;
  }
}
