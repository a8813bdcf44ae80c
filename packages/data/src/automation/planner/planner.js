/** @import { Actor, Registry, Trigger } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Log } from '../../create-data.js' */
/** @import { Database } from '../../postgres/database.js' */
/** @import { Within } from '../../rows/within.js' */
/** @import { RunError } from '../claims.js' */
/** @import { Due } from './start-planned.js' */
import { isDeadlock, isStaleSchema } from '../../postgres/index.js';
import { sql } from '../../sql/index.js';
import { shown } from '../shown-error.js';
import { planOf, plannedTriggers } from './plan-of.js';
import { nextReached, noteReached } from './row-times.js';
import { CLAIM_PLANNED, startPlanned } from './start-planned.js';

/** A planned time that fails is tried again then, rather than at once. */
const AGAIN = '10 minutes';

/**
 * Plans triggers that start by the clock, and starts those whose time has come. The rows of `plinth.trigger_states` are
 * claimed under a lock, so of several processes one starts each.
 *
 * @param {{ registry: Registry, catalog: () => StoredCatalog, reload(): Promise<StoredCatalog>, db: Database, log: Log,
 *   within: <T>(work: (gate: Within) => Promise<T>) => Promise<T>, actorFor: (trigger: Trigger) => Promise<Actor>,
 *   failed(gate: Within, trigger: Trigger, error: RunError): Promise<void> }} context
 */
export function createPlanner({ registry, catalog, reload, db, log, within, actorFor, failed }) {
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
      const { rows } = await gate.tx.query(CLAIM_PLANNED);
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
    const error = shown(problem);
    await gate.tx.query(sql`
      update plinth.trigger_states set next_at = now() + ${AGAIN}::interval where trigger_id = ${trigger.id}::uuid`);
    await gate.tx.query(sql`
      insert into plinth.trigger_runs (trigger_id, event, state, done_at, error)
      values (${trigger.id}::uuid, ${trigger.source}, 'failed', now(), ${JSON.stringify(error)}::jsonb)`);
    await failed(gate, trigger, error);
  }

  return {
    startNext,

    /** Plans what is new or has changed, from now on. */
    async plan() {
      const snapshot = catalog();
      const wanted = new Map(plannedTriggers(snapshot, registry).map((one) => [one.id, one]));
      const { rows } = await db.query(sql`
        select trigger_id, plan, now() from plinth.trigger_states where plan is not null
        union all select null, null, now()`);
      const now = new Date(rows[0].now);
      const known = new Map(rows.map((row) => [row.trigger_id, row.plan]));
      for (const trigger of wanted.values()) {
        const plan = planOf(snapshot, trigger);
        if (known.get(trigger.id) !== plan) await planAnew(snapshot, trigger, plan, now);
      }
      const gone = [...known.keys()].filter((id) => id !== null && !wanted.has(id));
      if (gone.length > 0) await db.query(forgetPlans(gone));
    },

    /** Times of rows of these tables may have changed. @param {ReadonlySet<string>} tables */
    async planRows(tables) {
      const snapshot = catalog();
      for (const trigger of plannedTriggers(snapshot, registry)) {
        const time = registry.triggerSource(trigger.source).rowTime?.(trigger.options);
        if (!time || !trigger.table || !tables.has(trigger.table)) continue;
        const next = nextOfRows(snapshot, trigger, true);
        await db.query(sql`
          with next as (select ${next} as at)
          update plinth.trigger_states s set next_at = next.at from next
           where s.trigger_id = ${trigger.id}::uuid and s.plan = ${planOf(snapshot, trigger)}
             and s.next_at is distinct from next.at and (s.next_at is null or s.next_at > now())`);
      }
    },

    /** Milliseconds until the next planned time; null: none. @returns {Promise<number | null>} */
    async untilNext() {
      const { rows } = await db.query(sql`
        select extract(epoch from min(next_at) - now())::float8 * 1000 as ms from plinth.trigger_states`);
      return rows[0].ms;
    },
  };

  /** @param {StoredCatalog} snapshot @param {Trigger} trigger @param {string} plan @param {Date} after */
  function planAnew(snapshot, trigger, plan, after) {
    return db.transaction(async (tx) => {
      const { next } = registry.triggerSource(trigger.source);
      const timeZone = snapshot.settings.timeZone ?? 'UTC';
      const first = next?.({ options: trigger.options, after, timeZone }) ?? null;
      const at = next ? sql`${first}::timestamptz` : nextOfRows(snapshot, trigger);
      const { rowCount } = await tx.query(sql`
        insert into plinth.trigger_states as s (trigger_id, plan, seen_at, next_at)
        values (${trigger.id}::uuid, ${plan}, now(), ${at})
        on conflict (trigger_id) do update
           set plan = excluded.plan, seen_at = now(), next_at = excluded.next_at, memory = null
         where s.plan is distinct from excluded.plan`);
      if (!next && rowCount) await noteReached(tx, snapshot, { id: trigger.id, ...rowsOf(snapshot, trigger) });
    });
  }

  /** @param {StoredCatalog} snapshot @param {Trigger} trigger @param {boolean} [late] */
  function nextOfRows(snapshot, trigger, late) {
    const { table, time } = rowsOf(snapshot, trigger);
    return nextReached(snapshot, table, time, late);
  }

  /** @param {StoredCatalog} snapshot @param {Trigger} trigger */
  function rowsOf(snapshot, { table, source, options }) {
    const { rowTime } = registry.triggerSource(source);
    return {
      table: snapshot.table(/** @type {string} */ (table)),
      time: /** @type {NonNullable<typeof rowTime>} */ (rowTime)(options),
    };
  }
}

/** @param {readonly string[]} ids */
const forgetPlans = (ids) => sql`
  update plinth.trigger_states set plan = null, next_at = null, memory = null where trigger_id = any(${[...ids]}::uuid[])`;
