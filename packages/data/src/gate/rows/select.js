import { AppError } from '@plinth/plugin';
import { withNewestSchema } from '../../catalog/model/newest-schema.js';
import { notConvertible } from '../../rules/expressions/not-convertible.js';
import { readEstimate } from './compile/estimate.js';
import { createPlanCache } from './compile/plan-cache.js';
import { toResult } from './compile/result.js';
import { createCostBound } from './cost-bound.js';
import { withRowSecurity, sendAsReader } from '../../rules/rights/row-security/index.js';
import { cursorInvalid, filterInvalid } from '../../postgres/errors/row-errors.js';
import { firstStatement, noteFirst, noteReads, watched } from '../reads/reading.js';
import { createSiteClock } from './site-clock.js';

/** @import { Actor, Catalog, Query, Registry, Result, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Via } from '../../rules/rights/predicate.js' */
/** @import { Run } from '../types.d.ts' */
/** @import { Reading } from '../reads/reading.js' */

/**
 * reading: records which tables the results were read from; readings: the same for single queries, in place of it
 *
 * @typedef {{ via?: Via, reading?: Reading, readings?: readonly (Reading | null)[] }} Options
 */
/** A number of rows; isExact: counted, since that cost little. @typedef {{ count: number, isExact: boolean }} Estimated */

/** Of `plinth.not_convertible`, in expressions that say so. */
const NOT_CONVERTIBLE = 'PLN03';
/** Errors of the class "data exception": a value that PostgreSQL rejects. */
const DATA_EXCEPTION = /^22/;

/**
 * Reads rows: one statement for each query, all in one round trip.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, reload?: () => Promise<unknown>, clock?: () => Date,
 *   rowSecurity?: boolean, plans?: ReturnType<typeof createPlanCache>,
 *   memory?: import('../../postgres/memory/divide.js').Memory }} context plans: shared by several of them
 */
export function createSelect(context) {
  const { db, registry, catalog, reload, clock, rowSecurity = false, memory } = context;
  const { plans = createPlanCache(memory?.worker) } = context;
  const site = createSiteClock(clock);
  const checkCosts = createCostBound(db);

  /** @param {Actor} asker @param {Query[]} queries @param {Options} options @returns {Promise<Result[]>} */
  async function once(asker, queries, { via, reading, readings = [] }) {
    /** @type {import('../../rules/rights/row-security/index.js').SecuredActor} */
    const actor = rowSecurity ? withRowSecurity(asker) : asker;
    const snapshot = catalog();
    const now = site.now();
    const bound = queries.map(({ spec, params }, i) => {
      const timeZone = actor.timeZone ?? snapshot.settings.timeZone ?? 'UTC';
      const days = { today: site.today(now, snapshot, timeZone), siteToday: site.today(now, snapshot) };
      /** @type {Run} */
      const plain = { params: params ?? {}, actor, now, timeZone, ...days, cursor: null };
      const run = watched(plain, readings[i] ?? reading);
      return { spec, run, ...plans.bind({ catalog: snapshot, registry, actor, spec, via }, run) };
    });
    const costs = checkCosts(bound);
    if (costs) await costs;
    const guesses = bound.flatMap(({ estimate }) => (estimate ? [estimate.guess] : []));
    const statements = bound.map(({ statement }) => ({ ...statement, isQuery: true }));
    const answers = await send(actor, actor.rowSecurity ? statements : [...statements, ...guesses], reading);
    // The planner assumes that a policy hides most rows, so estimates run without policies; they reveal no rows.
    const guessed = actor.rowSecurity && guesses.length > 0 ? await db.pipeline(guesses) : answers.slice(bound.length);
    for (const [i, { compiled }] of bound.entries()) noteReads(readings[i] ?? reading, compiled.statement.reads);
    const counts = await estimated(actor, bound, guessed);
    return bound.map(({ spec, compiled, position, run }, i) => {
      if (answers[i].error) throw readError(answers[i].error, run);
      return toResult(spec, compiled, position, /** @type {Values[]} */ (answers[i].rows), counts.get(i) ?? null);
    });
  }

  /**
   * Estimated row counts by index of the query, or exact ones where counting is cheap.
   *
   * @param {import('../../rules/rights/row-security/index.js').SecuredActor} actor
   * @param {readonly { run: Run, estimate: { count: import('../../postgres/sql/statement.js').Statement } | null }[]} bound
   * @param {Values[]} guesses
   */
  async function estimated(actor, bound, guesses) {
    /** @type {Map<number, Estimated>} */
    const counts = new Map();
    let next = 0;
    for (const [i, { run, estimate }] of bound.entries()) {
      if (!estimate) continue;
      const { error, rows } = guesses[next++];
      if (error) throw readError(error, run);
      const guess = readEstimate(rows);
      const count = guess ?? (await counted(actor, run, estimate.count));
      counts.set(i, { count, isExact: guess === null });
    }
    return counts;
  }

  /** @param {import('../../rules/rights/row-security/index.js').SecuredActor} actor @param {Run} run @param {import('../../postgres/sql/statement.js').Statement} statement */
  async function counted(actor, run, statement) {
    const [{ error, rows }] = await send(actor, [statement]);
    if (error) throw readError(error, run);
    return Number(rows?.[0].count);
  }

  /**
   * The first statements of a reading are preceded by a query for the snapshot on the same connection.
   *
   * @param {import('../../rules/rights/row-security/index.js').SecuredActor} actor @param {import('../../postgres/sql/statement.js').Statement[]} statements
   * @param {Reading} [reading]
   */
  async function send(actor, statements, reading) {
    const pipeline = (/** @type {import('../../postgres/sql/statement.js').Statement[]} */ all) =>
      actor.rowSecurity ? sendAsReader(db, actor, all) : db.pipeline(all);
    if (!reading || reading.snapshot !== null) return pipeline(statements);
    const [first, ...answers] = await pipeline([firstStatement(reading), ...statements]);
    noteFirst(reading, /** @type {any} */ (first.rows?.[0]));
    return answers;
  }

  /**
   * @param {Actor} actor @param {Query[]} queries
   * @param {Options} [options]
   * @returns {Promise<Result[]>}
   */
  return async function select(actor, queries, options = {}) {
    if (queries.length === 0) return [];
    return withNewestSchema(() => once(actor, queries, options), reload);
  };
}

/** @param {Values} error @param {Run} run */
function readError(error, run) {
  if (error?.code === NOT_CONVERTIBLE) return notConvertible(error.hint, String(error.detail));
  if (error instanceof AppError || !DATA_EXCEPTION.test(String(error?.code))) return error;
  return run.cursor ? cursorInvalid() : filterInvalid('A value in this query is out of range');
}
