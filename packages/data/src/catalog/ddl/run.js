/** @import { Values } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { Check, DdlPlan, Step } from './types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { LIMITS } from '../limits/limits.js';
import { stopBuilds } from './index-builds.js';
import { fixed, sql } from '../../postgres/sql/index.js';

/** @typedef {{ code: string, field: string | null, count: number, samples: { id: string | number, value: unknown }[], message: import('@plinth/plugin').Message, hint: string, canEmpty: boolean }} Blocked */

/** Constraints that PostgreSQL found violated where we had no check. */
const VIOLATIONS = /** @type {Record<string, [string, import('@plinth/plugin').Message]>} */ ({
  23505: ['FIELD_NOT_UNIQUE', "Some values occur more than once, so they can't be unique"],
  23502: ['FIELD_HAS_EMPTY', "Some rows have no value, so the field can't be required"],
  23503: ['RELATION_DANGLING', 'Some rows point to rows that are not there'],
  23514: ['CONSTRAINT_VIOLATED', 'Some rows break this rule'],
  '2BP01': ['SCHEMA_IN_USE', 'Something made outside of Plinth (a view, a function) depends on this'],
  '42P07': ['NAME_TAKEN', 'The database already has something of this name that Plinth did not make'],
  54011: [
    'TABLE_TOO_WIDE',
    phrase`A table can have at most ${LIMITS.tableColumns} columns, removed ones included. Move fields to a second table`,
  ],
  54000: ['INDEX_TOO_WIDE', 'Some values are too long for an index'],
});

/**
 * Runs the plan in the edit's transaction: locks, checks, steps.
 *
 * @param {Transaction} tx @param {DdlPlan} plan
 * @param {{ isHasty?: boolean }} [options] isHasty: many wait for the locks
 */
export async function runDdl(tx, plan, { isHasty = false } = {}) {
  if (plan.interrupts.length > 0) await tx.query(stopBuilds(plan.interrupts));
  for (const name of plan.locks) await tx.query(sql`lock table ${fixed(name)} in access exclusive mode`);
  for (const check of plan.early) refuse(await ask(tx, check));
  for (const step of isHasty ? together(plan.steps) : plan.steps) {
    if ('check' in step) refuse(await ask(tx, step.check));
    else await run(tx, step.sql);
  }
}

/** Statements up to the next check in one round trip. @param {readonly Step[]} steps @returns {Step[]} */
function together(steps) {
  /** @type {Step[]} */
  const made = [];
  for (const step of steps) {
    const last = made.at(-1);
    if (last && 'sql' in last && 'sql' in step) made[made.length - 1] = { sql: `${last.sql};\n${step.sql}` };
    else made.push(step);
  }
  return made;
}

/**
 * Runs the checks without changing or locking anything.
 *
 * @param {Pick<Transaction, 'query'>} on @param {DdlPlan} plan
 */
export async function firstBlock(on, plan) {
  for (const check of plan.early) {
    const found = await ask(on, check);
    if (found) return found;
  }
  return null;
}

/** The statements that a plan would run. @param {DdlPlan} plan */
export function sqlOf(plan) {
  return [...plan.steps.flatMap((step) => ('sql' in step ? [step.sql] : [])), ...plan.policies];
}

/** @param {Pick<Transaction, 'query'>} on @param {Check} check @returns {Promise<Blocked | null>} */
export async function ask(on, { code, count, samples, message, hint, field, canEmpty }) {
  const { rows } = await on.query(count);
  const found = Number(rows[0].count);
  if (found === 0) return null;
  const some = samples ? (await on.query(samples)).rows : [];
  return { code, field, count: found, samples: some, message: message(found), hint, canEmpty };
}

/** @param {Blocked | null} blocked */
export function refuse(blocked) {
  if (!blocked) return;
  const { code, message, hint, ...details } = blocked;
  throw new AppError(code, message, { status: 422, hint, details });
}

/** @param {Transaction} tx @param {string} text */
async function run(tx, text) {
  try {
    await tx.query(text);
  } catch (error) {
    const known = VIOLATIONS[/** @type {Values} */ (error).code];
    if (!known) throw error;
    throw new AppError(known[0], known[1], {
      status: 422,
      hint: /** @type {Values} */ (error).detail ?? 'Nothing was changed',
      cause: error,
    });
  }
}
