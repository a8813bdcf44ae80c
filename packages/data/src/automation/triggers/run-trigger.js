/** @import { Actor, Registry, Trigger } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Run, RunError } from './claims.js' */
import { AppError, memoize } from '@plinth/plugin';
import { segmentsOf } from '../actions/run-steps.js';
import { isDeadlock, isStaleSchema } from '../../postgres/database/index.js';
import { VISITOR } from '../../rules/reach/run-actor.js';
import { claimDue, nextDue } from '../runs/claims.js';
import { createRunSome } from '../runs/run-some.js';
import { ladderFor, nextTry } from '../runs/retries.js';
import { shownError } from '../runs/run-error.js';
import { beginCaused, chainText } from '../../postgres/database/set-cause.js';
import { sql } from '../../postgres/sql/index.js';
import { actorOf } from './actor-of.js';
import { createBook } from './book.js';
import { RUNS, giveUp, retryLater } from './claims.js';
import { withoutPlugin } from './planner/plan-of.js';
import { createWorkOfRun } from './work-of-run.js';

/**
 * @typedef {{ gate: Within, book: ReturnType<typeof createBook>, mayRepeat: boolean, isFirst: boolean,
 *   actors: Parameters<typeof actorOf>[0] }} Batch runs of one transaction
 */

/**
 * Executes due runs: many in a transaction, each with its own savepoint. Runs of triggers that reach outside the
 * database may take long, so each has its own transaction.
 *
 * @param {{ registry: Registry, catalog: () => StoredCatalog, reload(): Promise<StoredCatalog>,
 *   actions: ReturnType<typeof import('../actions/create-actions.js').createActions>,
 *   actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]>,
 *   failed(gate: Within, trigger: Trigger, error: RunError): Promise<void> }} context
 *   failed: called in the transaction in which a run is given up
 */
export function createTriggerRuns({ registry, catalog, reload, actions, actorsOfUsers, failed }) {
  const outsideOf = memoize((/** @type {StoredCatalog} */ { triggers }) =>
    triggers.filter(({ steps }) => segmentsOf(registry, steps).some(({ isOutside }) => isOutside)).map(({ id }) => id),
  );
  const missingOf = memoize((/** @type {StoredCatalog} */ snapshot) => withoutPlugin(snapshot, registry));
  const work = createWorkOfRun({ registry, catalog, actions });

  /** @returns {import('../runs/run-some.js').Lane[]} */
  function lanes() {
    const missing = missingOf(catalog());
    const outside = outsideOf(catalog()).filter((id) => !missing.includes(id));
    const except = [...outside, ...missing];
    const inside = lane(false, sql`not object_id = any(${except}::uuid[])`);
    return outside.length === 0 ? [inside] : [lane(true, sql`object_id = any(${outside}::uuid[])`), inside];
  }

  /** @param {Within} gate @param {{ isOutside: boolean, mayRepeat: boolean }} how @returns {import('../runs/run-some.js').Batch} */
  function begin(gate, { isOutside, mayRepeat }) {
    const book = createBook(gate.tx);
    const batch = { gate, book, mayRepeat, actors: remembering(actorsOfUsers, catalog), isFirst: true };
    return {
      async work(run) {
        const trigger = await triggerOf({ catalog, reload }, run);
        if (!trigger || !canRun(catalog(), trigger)) book.add(run, 'forget', 0);
        // A run that turns out to need a missing plugin waits; one that reaches outside gets its own transaction.
        else if (
          !missingOf(catalog()).includes(trigger.id) &&
          (isOutside || !outsideOf(catalog()).includes(trigger.id))
        )
          await runOne(batch, trigger, run);
      },
      close: book.close,
    };
  }

  /** @param {Batch} batch @param {Trigger} trigger @param {Run} run */
  async function runOne(batch, trigger, run) {
    const { gate, book, actors, mayRepeat, isFirst } = batch;
    batch.isFirst = false;
    const began = book.clock();
    /** @type {unknown} */
    let missing = null;
    const actor = await actorOf(actors, trigger, run).catch((error) => void (missing = error));
    const chain = [...run.chain, trigger.id];
    const begin = beginCaused('run', { ...(actor ?? VISITOR), chain });
    await gate.tx.query(isFirst ? begin : `release savepoint run; ${begin}`);
    try {
      if (!actor) throw missing;
      book.add(run, await work(gate, trigger, run, { ...actor, chain }), began);
    } catch (error) {
      // The transaction runs again with the newest schema, or after the other one of a deadlock.
      if ((isStaleSchema(error) || isDeadlock(error)) && mayRepeat) throw error;
      await gate.tx.query('rollback to savepoint run');
      await fail(gate, { trigger, run, failed }, error);
    }
  }

  return createRunSome({ within: actions.within, lanes, nextDue: nextDue(RUNS), begin });
}

/** @param {boolean} isOutside @param {import('../../postgres/sql/index.js').Fragment} which @returns {import('../runs/run-some.js').Lane} */
const lane = (isOutside, which) => ({ isOutside, claim: (turn, most) => claimDue(RUNS, which, turn, most) });

/** @param {{ catalog: () => StoredCatalog, reload(): Promise<unknown> }} context @param {Run} run */
async function triggerOf({ catalog, reload }, { object_id: id }) {
  const find = () => catalog().triggers.find((one) => one.id === id);
  // The change may have come before the edit that the run belongs to.
  if (!find()) await reload();
  return find();
}

/**
 * Asks for each user once.
 *
 * @param {(ids: readonly string[]) => Promise<Actor[]>} actorsOfUsers @param {() => StoredCatalog} catalog
 * @returns {Parameters<typeof actorOf>[0]}
 */
function remembering(actorsOfUsers, catalog) {
  /** @type {Map<string, Promise<Actor[]>>} */
  const known = new Map();
  return {
    catalog,
    actorsOfUsers(ids) {
      const found = known.get(ids.join()) ?? actorsOfUsers(ids);
      known.set(ids.join(), found);
      return found;
    },
  };
}

/** Whether it is on, and its table is there. @param {StoredCatalog} catalog @param {Trigger} trigger */
const canRun = (catalog, { enabled, table }) => enabled && (table === null || catalog.hasTable(table));

/**
 * @param {Within} gate @param {{ trigger: Trigger, run: Run, failed: (gate: Within, trigger: Trigger, error: RunError) => Promise<void> }} of
 * @param {unknown} problem
 */
async function fail(gate, { trigger, run, failed }, problem) {
  const { step, done = [] } = /** @type {any} */ (problem instanceof AppError ? (problem.details ?? {}) : {});
  const error = { ...shownError(problem), ...(step && { step }) };
  const seconds = nextTry(ladderFor(problem), run.attempts + 1, problem);
  if (seconds !== null) return void (await gate.tx.query(retryLater(run, error, seconds)));
  const before = run.steps.filter(({ step }) => step <= run.next_step);
  await gate.tx.query(giveUp(run, error, [...before, ...done]));
  // Triggers that the failure starts continue the chain.
  await gate.tx.query(chained([...run.chain, trigger.id]));
  await failed(gate, trigger, error);
}

/** @param {readonly string[]} triggers that led here */
const chained = (triggers) => sql`select set_config('plinth.chain', ${chainText(triggers)}, true)`;
