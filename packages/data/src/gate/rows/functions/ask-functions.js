/** @import { Actor, Field, Message, Registry, Table } from '@plinth/plugin' */
/** @import { Work } from '../write/batch.js' */
/** @import { ReadWithin } from '../read-within.js' */
/** @import { Answer, CallFunction, Candidate } from './row-functions.js' */
/** @import { FunctionRule } from './functions-of.js' */
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@plinth/plugin';
import { rowNotFound } from '../../../postgres/errors/row-errors.js';
import { problemOf } from '../write/field-problem.js';
import { toPayload } from '../write/payload.js';
import { asMessage, beside, functionFailed, messagesIn, refused, resultInvalid } from './errors.js';
import { functionsOf } from './functions-of.js';

/**
 * Asks the functions of a table about rows: first those that calculate fields, then those that judge. What they say is
 * noted at the candidates.
 *
 * @param {{ registry: Registry, callFunction?: CallFunction }} context
 */
export function createAskFunctions({ registry, callFunction }) {
  /** @param {Work} work @param {readonly Candidate[]} group @param {{ gate: ReadWithin | null, anew?: string }} options */
  return async function askAll(work, group, { gate, anew }) {
    const { table, kind } = work;
    const asked = group.filter(({ old }) => old !== null || kind === 'insert');
    const { calculated, rules } = /** @type {import('./functions-of.js').TableFunctions} */ (functionsOf(table));
    for (const field of calculated) {
      const due = field.name === anew ? asked : needing(asked, field);
      await ask(work, String(field.function), due, gate, (one, result) =>
        calculate(registry, table, field, one, result),
      );
    }
    if (anew) return;
    for (const rule of rules)
      await ask(work, rule.function, asked, gate, (one, result) => check(work, rule, one, result));
  };

  /**
   * @param {Work} work @param {string} name @param {readonly Candidate[]} candidates @param {ReadWithin | null} within
   * @param {(one: Candidate, result: unknown) => void} take
   */
  async function ask({ actor, table }, name, candidates, within, take) {
    const asked = candidates.filter(({ error }) => !error);
    if (asked.length === 0) return;
    const inputs = asked.map(({ row, old }) => ({ row, old }));
    const answers = await answersOf(table, name, () => callFunction?.(actor, name, inputs, { within }));
    for (const [i, one] of asked.entries()) {
      const answer = answers instanceof AppError ? { error: answers } : answers[i];
      if ('error' in answer) one.error = answer.error;
      else one.error ??= problemIn(() => take(one, answer));
    }
  }
}

/**
 * @param {Table} table @param {string} name @param {() => Promise<Answer[]> | undefined} call
 * @returns {Promise<Answer[] | AppError>} an error of all rows
 */
async function answersOf(table, name, call) {
  try {
    const answers = await call();
    if (!answers) throw new Error('Functions are not available here');
    return answers.map((one) => ('error' in one ? { error: functionFailed(table, name, one.error) } : one));
  } catch (error) {
    return functionFailed(table, name, error);
  }
}

/** @param {Registry} registry @param {Table} table @param {Field} field @param {Candidate} one @param {any} result */
function calculate(registry, table, field, one, { value, refused: refusal }) {
  if (refusal) throw hidden(one, refused(SYSTEM, table, { '': asMessage(refusal.message) }));
  const parsed = parse(registry, table, field, value);
  if (!isDeepStrictEqual(one.old?.[field.name] ?? null, parsed))
    Object.assign(/** @type {object} */ (one.sent.v), toPayload(registry, table, { [field.name]: parsed }));
  one.row[field.name] = parsed;
}

/** @param {Registry} registry @param {Table} table @param {Field} field @param {unknown} value */
function parse(registry, table, field, value) {
  const type = registry.fieldType(field.type);
  try {
    const parsed = type.parse(value, field) ?? null;
    if (parsed !== null) type.validate(parsed, field);
    return parsed;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw resultInvalid(table, String(field.function), problemOf(error));
  }
}

/** @param {Work} work @param {FunctionRule} rule @param {Candidate} one @param {any} result */
function check({ actor, table }, rule, one, { value, refused: refusal }) {
  /** @type {Record<string, Message> | null} */
  let messages;
  if (!refusal) messages = messagesIn(rule, table, value);
  else messages = beside(refusal.field ? [refusal.field] : rule.fields, asMessage(refusal.message));
  if (messages) throw hidden(one, refused(actor, table, messages));
}

/** @type {Actor} Of a message that names no field. */
const SYSTEM = Object.freeze({ userId: null, roles: [], system: true });

/** A message would tell that the row exists, and something of what it holds. @param {Candidate} one @param {AppError} error */
const hidden = ({ isVisible }, error) => (isVisible ? error : rowNotFound());

/** Those whose value has to be calculated. @param {readonly Candidate[]} candidates @param {Field} field */
const needing = (candidates, { from = [] }) =>
  candidates.filter(
    ({ old, row }) =>
      old === null ||
      from.length === 0 ||
      from.some((name) => !isDeepStrictEqual(old[name] ?? null, row[name] ?? null)),
  );

/** @param {() => void} take @returns {AppError | null} */
function problemIn(take) {
  try {
    take();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
