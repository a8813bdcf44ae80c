/** @import { Actor, Registry, Trigger } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../catalog/types.d.ts' */
/** @import { Within } from '../rows/within.js' */
/** @import { About } from '../actions/evaluate.js' */
/** @import { Run, RunError } from './claims.js' */
import { AppError } from '@plinth/plugin';
import { segmentsOf } from '../actions/run-steps.js';
import { isDeadlock, isStaleSchema } from '../postgres/index.js';
import { mayPass } from '../runs/run-error.js';
import { readKey } from '../schema/key.js';
import { sql } from '../sql/index.js';
import { actorOf } from './actor-of.js';
import { CLAIM, finish, forget, giveUp, proceed, retryLater } from './claims.js';
import { shown } from './shown-error.js';

/** Of one transaction, before what hinders it counts as a failure. */
const RETRIES = 3;

/**
 * Runs what is due, one run at a time.
 *
 * @param {{ registry: Registry, catalog: () => StoredCatalog, reload(): Promise<StoredCatalog>,
 *   actions: ReturnType<typeof import('../actions/create-actions.js').createActions>,
 *   actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]>,
 *   failed(gate: Within, trigger: Trigger, error: RunError): Promise<void> }} context
 *   failed: called in the transaction in which a run is given up
 */
export function createTriggerRuns({ registry, catalog, reload, actions, actorsOfUsers, failed }) {
  /** @param {Run} run */
  async function triggerOf({ trigger_id: id }) {
    const find = () => catalog().triggers.find((one) => one.id === id);
    // The change may have come before the edit that the run belongs to.
    if (!find()) await reload();
    return find();
  }

  /** @param {Within} gate @param {Trigger} trigger @param {Run} run @returns {Promise<void>} */
  async function work(gate, trigger, run) {
    const actor = await actorOf(actorsOfUsers, trigger, run);
    const about = aboutOf(registry, catalog(), trigger, run);
    const chain = `{${[...run.chain, trigger.id].join(',')}}`;
    await gate.tx.query(
      sql`select set_config('plinth.actor', ${actor.userId ?? ''}, true), set_config('plinth.chain', ${chain}, true)`,
    );
    if (run.next_step === 0 && trigger.when && !(await holds(gate, actor, about, trigger.when)))
      return void (await gate.tx.query(
        registry.triggerSource(trigger.source).keepsAll ? finish(run, []) : forget(run),
      ));
    const segment = segmentsOf(registry, trigger.steps).find(({ first }) => first >= run.next_step);
    if (!segment) return void (await gate.tx.query(finish(run, run.steps)));
    const started = performance.now();
    const key = `${run.id}.${segment.first}`;
    const { done, result } = await actions.runSegment({ segment, actor, about, gate, run: key });
    const steps = [...run.steps, ...done.map((one) => ({ ...one, ms: Math.round(performance.now() - started) }))];
    const next = segment.first + segment.steps.length;
    const isOver = next >= trigger.steps.length;
    await gate.tx.query(isOver ? finish(run, steps) : proceed(run, next, steps, result.waitUntil ?? null));
  }

  /** @param {Within} gate @param {Actor} actor @param {About} about @param {string} condition */
  async function holds(gate, actor, about, condition) {
    try {
      const [{ value }] = await actions.evaluate(gate.select, actor, about, [condition]);
      return value === true;
    } catch (error) {
      // The row was deleted since, or this person may not see it: there is nothing to do about it.
      if (error instanceof AppError && error.code === 'ROW_NOT_FOUND') return false;
      throw error;
    }
  }

  /** @returns {Promise<boolean>} whether there was one */
  return function runNext() {
    let retries = 0;
    return actions.within(async (gate) => {
      const { rows } = await gate.tx.query(CLAIM);
      const run = /** @type {Run | undefined} */ (rows[0]);
      if (!run) return false;
      const trigger = await triggerOf(run);
      if (!trigger || !canRun(registry, catalog(), trigger)) {
        await gate.tx.query(forget(run));
        return true;
      }
      await gate.tx.query('savepoint run');
      try {
        await work(gate, trigger, run);
      } catch (error) {
        // The transaction runs again with the newest schema, or after the other one of a deadlock.
        if ((isStaleSchema(error) || isDeadlock(error)) && retries++ < RETRIES) throw error;
        await gate.tx.query('rollback to savepoint run');
        await fail(gate, { trigger, run, failed }, error);
      }
      return true;
    });
  };
}

/** What the steps are about. @param {Registry} registry @param {StoredCatalog} catalog @param {Trigger} trigger @param {Run} run @returns {About} */
function aboutOf(registry, catalog, trigger, { event, row_key: key, old, details }) {
  const { event: fields, old: knowsOld } = registry.triggerSource(trigger.source);
  const table = trigger.table === null ? null : catalog.table(trigger.table);
  const id = table === null || key === null ? null : /** @type {string | number} */ (readKey(registry, table, key));
  const about = { table, id, event: { fields, values: details ?? {} }, isGone: event === 'delete' };
  return knowsOld ? { ...about, old } : about;
}

/** Whether it is on, and all that it needs is there. @param {Registry} registry @param {StoredCatalog} catalog @param {Trigger} trigger */
const canRun = (registry, catalog, { enabled, source, table }) =>
  enabled && registry.has('triggerSource', source) && (table === null || catalog.hasTable(table));

/**
 * @param {Within} gate @param {{ trigger: Trigger, run: Run, failed: (gate: Within, trigger: Trigger, error: RunError) => Promise<void> }} of
 * @param {unknown} problem
 */
async function fail(gate, { trigger, run, failed }, problem) {
  const error = shown(problem);
  const mayHelp = mayPass(problem);
  const seconds = problem instanceof AppError ? /** @type {any} */ (problem.details)?.retryAfter : undefined;
  const again = retryLater(run, error, { mayHelp, seconds });
  if (again) return void (await gate.tx.query(again));
  const done = problem instanceof AppError ? (/** @type {any} */ (problem.details)?.done ?? []) : [];
  await gate.tx.query(giveUp(run, error, [...run.steps, ...done]));
  // What the failure starts continues the chain.
  await gate.tx.query(chained([...run.chain, trigger.id]));
  await failed(gate, trigger, error);
}

/** @param {readonly string[]} triggers that led here */
const chained = (triggers) => sql`select set_config('plinth.chain', ${`{${triggers.join(',')}}`}, true)`;
