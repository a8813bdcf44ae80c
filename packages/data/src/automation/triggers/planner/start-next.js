/** @import { Actor, Registry, Trigger } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../../catalog/types.d.ts' */
/** @import { Log } from '../../../create-data.js' */
/** @import { Within } from '../../../gate/rows/within.js' */
/** @import { RunError } from '../claims.js' */
/** @import { Due } from './start-planned.js' */
import { isDeadlock, isStaleSchema } from '../../../postgres/database/index.js';
import { LADDERS } from '../../runs/retries.js';
import { shownError } from '../../runs/run-error.js';
import { sql } from '../../../postgres/sql/index.js';
import { planOf, plannedTriggers, withoutPlugin } from './plan-of.js';
import { forgetPlans } from './plans.js';
import { claimPlanned, startPlanned } from './start-planned.js';
import { storedJson } from '../../../postgres/sql/stored-json.js';

/**
 * Starts triggers whose time has come. The rows of `plinth.trigger_states` are claimed under a lock, so of several
 * processes one starts each.
 *
 * @param {{ registry: Registry, catalog: () => StoredCatalog, reload(): Promise<StoredCatalog>, log: Log,
 *   within: <T>(work: (gate: Within) => Promise<T>) => Promise<T>, actorFor: (trigger: Trigger) => Promise<Actor>,
 *   failed(gate: Within, trigger: Trigger, error: RunError): Promise<void> }} context
 */
export function createStarter({ registry, catalog, reload, log, within, actorFor, failed }) {
  /** @param {Due & { plan: string }} due */
  async function triggerOf({ trigger_id: id, plan }) {
    const find = () =>
      plannedTriggers(catalog(), registry).find((one) => one.id === id && planOf(catalog(), one) === plan);
    if (!find()) await reload();
    return find();
  }

  /** Starts one trigger. @returns {Promise<boolean>} whether one was due */
  const startNext = () =>
    within(async (gate) => {
      const { rows } = await gate.tx.query(claimPlanned(withoutPlugin(catalog(), registry)));
      const due = /** @type {Due & { plan: string } | undefined} */ (rows[0]);
      if (!due) return false;
      const trigger = await triggerOf(due);
      if (!trigger) {
        await gate.tx.query(forgetPlans([due.trigger_id]));
        return true;
      }
      await gate.tx.query('savepoint planned');
      try {
        await startPlanned(gate, { registry, catalog: catalog(), trigger, due, actorFor });
      } catch (error) {
        if (isStaleSchema(error) || isDeadlock(error)) throw error;
        await gate.tx.query('rollback to savepoint planned');
        await noteFailure(gate, trigger, error);
      }
      return true;
    });

  /** @param {Within} gate @param {Trigger} trigger @param {unknown} problem */
  async function noteFailure(gate, trigger, problem) {
    log.warn('planned trigger could not start', { trigger: trigger.name, error: String(problem) });
    const error = shownError(problem);
    await gate.tx.query(sql`
      update plinth.trigger_states
         set next_at = now() + ${LADDERS.planned[0]}::int * interval '1 minute', planned_at = coalesce(planned_at, next_at)
       where trigger_id = ${trigger.id}::uuid`);
    await gate.tx.query(sql`
      insert into plinth.trigger_runs (object_id, event, state, done_at, error)
      values (${trigger.id}::uuid, ${trigger.source}, 'failed', now(), ${storedJson(error)}::jsonb)`);
    await failed(gate, trigger, error);
  }

  return startNext;
}
