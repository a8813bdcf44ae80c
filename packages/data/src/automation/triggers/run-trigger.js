/** @import { Actor, Registry, Trigger } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */
/** @import { Run, RunError } from './claims.js' */
import { AppError, memoize } from '@plinth/plugin';
import { segmentsOf } from '../actions/run-steps.js';
import { isDeadlock, isStaleSchema } from '../../postgres/database/index.js';
import { VISITOR } from '../../rules/reach/run-actor.js';
import { createRounds } from '../runs/rounds.js';
import { ladderFor, nextTry } from '../runs/retries.js';
import { shownError } from '../runs/run-error.js';
import { beginCaused, chainText } from '../../postgres/database/set-cause.js';
import { sql } from '../../postgres/sql/index.js';
import { actorOf } from './actor-of.js';
import { createBook } from './book.js';
import { claim, giveUp, retryLater } from './claims.js';
import { withoutPlugin } from './planner/plan-of.js';
import { createWorkOfRun } from './work-of-run.js';

/** How often a transaction is repeated before what stopped it counts as a failure of the run. */
const RETRIES = 3;
/** Runs of one transaction, and after how many ms it takes no further one: what they write stays locked until its end. */
const MOST = 50;
const LONGEST_MS = 200;

/**
 * @typedef {{ gate: Within, book: ReturnType<typeof createBook>, mayRetry: boolean,
 *   actors: Parameters<typeof actorOf>[0] }} Batch runs of one transaction
 */

/**
 * Runs what is due: many runs in a transaction, each with its own savepoint. Runs of triggers that reach outside the
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
  const rounds = createRounds();
  let isOutsideNext = false;

  /**
   * @param {{ only?: readonly string[], except?: readonly string[] }} triggers @param {number} most
   * @returns {Promise<boolean>} whether there was a run
   */
  function runSome(triggers, most) {
    let tries = 0;
    const work = async (/** @type {Within} */ gate) => {
      tries++;
      // After a deadlock, only one run, so that what it writes is not locked for long.
      const ask = claimOn(gate, triggers, tries > 1 ? 1 : most);
      const rows = await rounds.next('caused_by', ask, { isOutside: most === 1 });
      const runAll = () => runThese(gate, rows, { most, tries });
      return most === 1 ? rounds.during(rows, runAll) : runAll();
    };
    return actions.within(work, { named: true });
  }

  /** @param {Within} gate @param {Run[]} rows @param {{ most: number, tries: number }} how @returns {Promise<boolean>} */
  async function runThese(gate, rows, { most, tries }) {
    const batch = batchOn(gate, remembering(actorsOfUsers, catalog), tries);
    let ran = 0;
    for (const run of rows) {
      if (ran > 0 && batch.book.clock() > LONGEST_MS) break;
      const trigger = await triggerOf({ catalog, reload }, run);
      if (!trigger || !canRun(catalog(), trigger)) batch.book.add(run, 'forget', 0);
      // What is known only now to need a plugin waits; what reaches outside is left to a transaction of its own.
      else if (!missingOf(catalog()).includes(trigger.id) && (most === 1 || !outsideOf(catalog()).includes(trigger.id)))
        await runOne(batch, trigger, run, { isFirst: ran++ === 0 });
    }
    await batch.book.close();
    return rows.length > 0;
  }

  /** @param {Batch} batch @param {Trigger} trigger @param {Run} run @param {{ isFirst: boolean }} place */
  async function runOne({ gate, book, actors, mayRetry }, trigger, run, { isFirst }) {
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
      if ((isStaleSchema(error) || isDeadlock(error)) && mayRetry) throw error;
      await gate.tx.query('rollback to savepoint run');
      await fail(gate, { trigger, run, failed }, error);
    }
  }

  /** @returns {Promise<boolean>} whether there was one */
  return async function runNext() {
    const missing = missingOf(catalog());
    const outside = outsideOf(catalog()).filter((id) => !missing.includes(id));
    if (outside.length === 0) return runSome({ except: missing }, MOST);
    // In turns, so that neither kind waits for all of the other.
    isOutsideNext = !isOutsideNext;
    const inside = () => runSome({ except: [...outside, ...missing] }, MOST);
    const alone = () => runSome({ only: outside }, 1);
    return isOutsideNext ? (await alone()) || inside() : (await inside()) || alone();
  };
}

/** @param {{ catalog: () => StoredCatalog, reload(): Promise<unknown> }} context @param {Run} run */
async function triggerOf({ catalog, reload }, { trigger_id: id }) {
  const find = () => catalog().triggers.find((one) => one.id === id);
  // The change may have come before the edit that the run belongs to.
  if (!find()) await reload();
  return find();
}

/** @param {Within} gate @param {{ only?: readonly string[], except?: readonly string[] }} triggers @param {number} most */
const claimOn =
  ({ tx }, triggers, most) =>
  async (/** @type {Parameters<typeof claim>[2]} */ turn) =>
    /** @type {Run[]} */ ((await tx.query(claim(triggers, most, turn))).rows);

/** @param {Within} gate @param {Batch['actors']} actors @param {number} tries @returns {Batch} */
const batchOn = (gate, actors, tries) => ({ gate, book: createBook(gate.tx), actors, mayRetry: tries <= RETRIES });

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
  // What the failure starts continues the chain.
  await gate.tx.query(chained([...run.chain, trigger.id]));
  await failed(gate, trigger, error);
}

/** @param {readonly string[]} triggers that led here */
const chained = (triggers) => sql`select set_config('plinth.chain', ${chainText(triggers)}, true)`;
