import { randomUUID } from 'node:crypto';
import { AppError, phrase } from '@plinth/plugin';
import { queryInvalid, shown } from '../../postgres/errors/row-errors.js';
import { readKey } from '../../catalog/schema/key.js';
import { endAsWriter } from '../../rules/rights/row-security/index.js';
import { writeOnce } from './write/batch.js';
import { explainWriteError } from './write/constraint-error.js';
import { inputProblems } from './write/field-problem.js';
import { createLater } from './write/later.js';
import { toPayload } from './write/payload.js';
import { checkTable, readExpected } from './write-rows.js';
import { LIMITS } from '../../catalog/limits/limits.js';

/** @import { Actor } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { PayloadRow } from './write/payload.js' */
/** @import { WriteKind } from './write/statements.js' */
/** @import { Work } from './write/batch.js' */
/** @import { Values, WriteContext } from './write-rows.js' */
/** @import { Row } from '@plinth/plugin' */
/**
 * @typedef {{ op: 'insert' | 'update' | 'delete', table: string, id?: unknown, values?: Values, expect?: Values }} WriteStep
 *   id, and values of relations, may be `{ row: n }`: the key of the row written by an earlier step n; `expect`: values
 *   that the row must still have (update)
 * @typedef {{ row: Row, error?: undefined, deletion?: string }
 *   | { error: AppError, row?: undefined, deletion?: undefined }} StepOutcome deletion: takes a deletion back (`history.undo`)
 */

/**
 * A writing transaction; `later`: checks at the end of the transaction, if all steps succeed or fail together.
 *
 * @typedef {{ tx: Transaction, named: boolean, actor: Actor, later: ReturnType<typeof createLater> | null, deletion: string }} Writing
 */

const OPERATIONS = ['insert', 'update', 'delete'];

/**
 * Writes to several tables in one transaction, in the given order.
 *
 * @param {WriteContext} context
 */
export function createTransact(context) {
  /**
   * @param {Actor} actor @param {readonly WriteStep[]} steps
   * @param {{ alone?: boolean, around?: (tx: Transaction, work: () => Promise<StepOutcome[]>) => Promise<StepOutcome[]> }} [options]
   *   alone: a refused step does not affect the others, and its outcome is an error; otherwise all steps fail together and
   *   the error names the step. `around`: wraps the work within the transaction with statements of its own.
   * @returns {Promise<StepOutcome[]>}
   */
  return async function transact(actor, steps, { alone = false, around = (_tx, work) => work() } = {}) {
    checkSteps(steps);
    return context.withNewestSchema(() =>
      context.db.transaction((tx) => around(tx, () => runAll(context, { tx, named: false }, actor, steps, alone))),
    );
  };
}

/**
 * Writes within a transaction that the caller has begun; its rules are checked at once. A failure leaves the transaction
 * unusable.
 *
 * @param {WriteContext} context @param {{ named?: boolean }} [options] named: with prepared statements
 * @returns {(tx: Transaction, actor: Actor, step: WriteStep) => Promise<StepOutcome>}
 */
export const createWriteWithin =
  (context, { named = false } = {}) =>
  async (tx, actor, step) =>
    (await runAll(context, { tx, named }, actor, [step], false))[0];

/** @param {readonly WriteStep[]} steps */
function checkSteps(steps) {
  if (steps.length === 0 || steps.length > LIMITS.transactionSteps)
    throw queryInvalid(
      phrase`A transaction must have 1 to ${LIMITS.transactionSteps} steps`,
      'Split it into several requests',
    );
  for (const { op } of steps) {
    if (!OPERATIONS.includes(op))
      throw queryInvalid(phrase`There is no operation "${shown(op)}"`, phrase`Available: ${OPERATIONS.join(', ')}`);
  }
}

/** @param {WriteContext} context @param {{ tx: Transaction, named: boolean }} on @param {Actor} actor @param {readonly WriteStep[]} steps @param {boolean} alone */
async function runAll(context, { tx, named }, actor, steps, alone) {
  /** @type {StepOutcome[]} */
  const done = [];
  /** @type {Writing} */
  const writing = { tx, named, actor, later: alone ? null : createLater(tx), deletion: actor.change ?? randomUUID() };
  if (alone && context.hasRowSecurity(actor)) await endAsWriter(tx);
  for (const [index, step] of steps.entries()) {
    const locate = (/** @type {unknown} */ error) =>
      alone || steps.length === 1 || !(error instanceof AppError) ? error : atStep(error, index);
    if (alone) await tx.query('savepoint step');
    try {
      const row = await runStep(context, writing, step, { done, locate });
      const isKept = step.op === 'delete' && context.catalog().table(step.table).history;
      done.push({ row, ...(isKept && { deletion: writing.deletion }) });
    } catch (error) {
      if (!alone || !(error instanceof AppError)) throw error;
      await tx.query('rollback to savepoint step');
      done.push({ error });
    }
  }
  await writing.later?.all();
  return done;
}

/**
 * @param {WriteContext} context @param {Writing} writing @param {WriteStep} step
 * @param {{ done: readonly StepOutcome[], locate: (error: unknown) => unknown }} among the other steps; locate: names this
 *   one in its error
 */
async function runStep(context, writing, step, { done, locate }) {
  const { work, row } = await attempt(locate, () => prepare(context, writing, step, done));
  if (row.k !== undefined) await writing.later?.before(work, row.k);
  return attempt(locate, async () => {
    const { tx, named } = writing;
    // Usually unnamed: the transaction must not die of a prepared statement that is older than a change of the schema.
    const write = (/** @type {Work} */ what, /** @type {readonly PayloadRow[]} */ rows) =>
      writeOnce(tx, what, rows, { named }).catch((error) => {
        throw explainWriteError(error, { ...work, removing: work.kind === 'remove' });
      });
    const [outcome] = await (context.isJudged(work)
      ? context.writeJudged(work, [row], { tx, write })
      : write(work, [row]));
    if (!outcome.row) throw outcome.error;
    if (work.kind !== 'remove') writing.later?.add(work, outcome.row.id, locate);
    return outcome.row;
  });
}

/** @template T @param {(error: unknown) => unknown} locate @param {() => T | Promise<T>} work @returns {Promise<T>} */
async function attempt(locate, work) {
  try {
    return await work();
  } catch (error) {
    throw locate(error);
  }
}

/** @param {WriteContext} context @param {Writing} writing @param {WriteStep} step @param {readonly StepOutcome[]} done */
function prepare(context, { actor, later, deletion }, { op, table, id, values = {}, expect }, done) {
  const kind = /** @type {WriteKind} */ (op === 'delete' ? 'remove' : op === 'update' && expect ? 'expect' : op);
  const work = { ...context.work(actor, table, kind), later: later !== null };
  checkTable(actor, work.table, kind);
  /** @type {PayloadRow} */
  const row = {};
  if (op !== 'insert') row.k = readKey(context.registry, work.table, resolve(id, done));
  if (op === 'delete') row.d = deletion;
  else row.v = payload(context, work, values, done, op === 'insert' ? 'create' : 'update');
  if (kind === 'expect') row.x = readExpected(context, work, /** @type {Values} */ (expect));
  return { work, row };
}

/** @param {WriteContext} context @param {Work} work @param {Values} given @param {readonly StepOutcome[]} done @param {'create' | 'update'} operation */
function payload(context, work, given, done, operation) {
  /** @type {Values} */
  const known = Object.create(null);
  for (const [name, value] of Object.entries(given)) {
    const isRelation = work.table.hasField(name) && work.table.field(name).target !== null;
    known[name] = isRelation ? resolve(value, done) : value;
  }
  const { values, problems } = context.read(work, known, operation);
  if (problems) throw inputProblems(problems);
  return toPayload(context.registry, work.table, values);
}

/** @param {unknown} value @param {readonly StepOutcome[]} done */
function resolve(value, done) {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'row')) return value;
  const index = /** @type {{ row: unknown }} */ (value).row;
  const found = Number.isInteger(index) ? done[Number(index)] : undefined;
  if (!found?.row) throw queryInvalid(phrase`No earlier step "${shown(index)}" has a row`);
  return found.row.id;
}

/** @param {AppError} error @param {number} index */
function atStep(error, index) {
  const { code, status, phrases } = error;
  const details = { ...(error.details && typeof error.details === 'object' ? error.details : {}), step: index };
  return new AppError(code, phrase`Step ${index + 1}: ${phrases.message}`, { status, hint: phrases.hint, details });
}
