/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Statement } from '../../postgres/sql/statement.js' */
import { AppError } from '@plinth/plugin';
import { MOST_COST } from '../../postgres/fairness/figures.js';

/** What the planner said of a form is asked again after this, in ms: tables grow. */
const KEPT = 300_000;

/** @typedef {{ compiled: { isOpenEnded: boolean }, statement: Statement }} Bound */

/**
 * Refuses statements that the planner expects to run for minutes, before they run. The planner is asked once for each form
 * of a query and kind of rights, and only where people put queries together themselves.
 *
 * @param {Pick<Database, 'pipeline'> & { fairness?: Database['fairness'] }} db
 */
export function createCostBound(db) {
  /** @type {WeakMap<object, { at: number, cost: Promise<number> }>} */
  const known = new WeakMap();

  /** @param {Bound} bound @returns {Promise<number>} */
  function costOf({ compiled, statement }) {
    const now = performance.now();
    const last = known.get(compiled);
    if (last && now - last.at < KEPT) return last.cost;
    const cost = askPlanner(db, statement);
    known.set(compiled, { at: now, cost });
    // A planner that could not be asked is asked again with the next one.
    cost.catch(() => known.delete(compiled));
    return cost;
  }

  /**
   * @param {readonly Bound[]} all @returns {Promise<void> | null} null: there is nothing to ask
   * @throws {AppError} QUERY_TOO_COSTLY
   */
  return function checkCosts(all) {
    // A reader within a transaction has a connection already.
    if (!db.fairness?.person()) return null;
    const open = all.filter(({ compiled }) => compiled.isOpenEnded);
    if (open.length === 0) return null;
    return Promise.all(open.map(costOf)).then((costs) => {
      if (costs.some((cost) => cost > MOST_COST)) throw tooCostly();
    });
  };
}

/** In the planner's units. @param {Pick<Database, 'pipeline'>} db @param {Statement} statement */
async function askPlanner(db, { text, values }) {
  const [{ error, rows }] = await db.pipeline([{ text: `explain (format json) ${text}`, values, isQuery: true }]);
  // The statement itself will say what is wrong with it.
  if (error instanceof AppError) throw error;
  if (error || !rows) return 0;
  const plan = rows[0]['QUERY PLAN'];
  return Number((typeof plan === 'string' ? JSON.parse(plan) : plan)[0].Plan['Total Cost']);
}

const tooCostly = () =>
  new AppError('QUERY_TOO_COSTLY', 'This would take the database too long', {
    status: 422,
    hint: 'Filter for fewer rows first, or leave out some of the nested conditions, the groups or the exact count',
  });
