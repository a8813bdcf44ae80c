/** @import { Registry, Trigger } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../../catalog/types.d.ts' */
/** @import { Database } from '../../../postgres/database/database.js' */
import { MAY_ACT } from '../../holding/held.js';
import { sql } from '../../../postgres/sql/index.js';
import { planOf, plannedTriggers, withoutPlugin } from './plan-of.js';
import { nextReached, noteReached } from './row-times.js';

/** How often to check whether a site that holds still was turned on. */
const HELD_MS = 60_000;

/**
 * The next start of each scheduled trigger, in `plinth.trigger_states`.
 *
 * @param {{ registry: Registry, catalog: () => StoredCatalog, db: Database }} context
 */
export function createPlans({ registry, catalog, db }) {
  return {
    /** Plans new and changed triggers, from now on. */
    async plan() {
      const snapshot = catalog();
      const wanted = new Map(plannedTriggers(snapshot, registry).map((one) => [one.id, one]));
      const { rows } = await db.query(sql`
        select trigger_id, plan, now() from plinth.trigger_states where plan is not null
        union all select null, null, now()`);
      const after = new Date(rows[0].now);
      const known = new Map(rows.map((row) => [row.trigger_id, row.plan]));
      for (const trigger of wanted.values()) {
        const plan = planOf(snapshot, trigger);
        if (known.get(trigger.id) !== plan) await planAnew({ db, registry }, snapshot, { trigger, plan, after });
      }
      const kept = new Set([null, ...wanted.keys(), ...withoutPlugin(snapshot, registry)]);
      const gone = [...known.keys()].filter((id) => !kept.has(id));
      if (gone.length > 0) await db.query(forgetPlans(gone));
    },

    /** Times of rows of these tables may have changed. @param {ReadonlySet<string>} tables */
    async planRows(tables) {
      const snapshot = catalog();
      for (const trigger of plannedTriggers(snapshot, registry)) {
        const { rowTime } = registry.triggerSource(trigger.source);
        if (!rowTime || !trigger.table || !tables.has(trigger.table)) continue;
        await db.query(sql`
          with next as (select ${nextOfRows(registry, snapshot, trigger, true)} as at)
          update plinth.trigger_states s set next_at = next.at from next
           where s.trigger_id = ${trigger.id}::uuid and s.plan = ${planOf(snapshot, trigger)}
             and s.next_at is distinct from next.at and (s.next_at is null or s.next_at > now())`);
      }
    },

    /** Milliseconds until the next planned time; null: none. @returns {Promise<number | null>} */
    async untilNext() {
      const { rows } = await db.query(sql`
        select case when ${MAY_ACT} then extract(epoch from min(next_at) - now())::float8 * 1000 else ${HELD_MS}::float8 end as ms
          from plinth.trigger_states
         where not trigger_id = any(${withoutPlugin(catalog(), registry)}::uuid[])`);
      return rows[0].ms;
    },
  };
}

/** @param {readonly string[]} ids */
export const forgetPlans = (ids) => sql`
  update plinth.trigger_states set plan = null, next_at = null, planned_at = null, memory = null
   where trigger_id = any(${[...ids]}::uuid[])`;

/**
 * @param {{ db: Database, registry: Registry }} context @param {StoredCatalog} snapshot
 * @param {{ trigger: Trigger, plan: string, after: Date }} given
 */
function planAnew({ db, registry }, snapshot, { trigger, plan, after }) {
  return db.transaction(async (tx) => {
    const { next } = registry.triggerSource(trigger.source);
    const timeZone = snapshot.settings.timeZone ?? 'UTC';
    const first = next?.({ options: trigger.options, after, timeZone }) ?? null;
    const at = next ? sql`${first}::timestamptz` : nextOfRows(registry, snapshot, trigger);
    const { rowCount } = await tx.query(sql`
      insert into plinth.trigger_states as s (trigger_id, plan, seen_at, next_at)
      values (${trigger.id}::uuid, ${plan}, now(), ${at})
      on conflict (trigger_id) do update
         set plan = excluded.plan, seen_at = now(), next_at = excluded.next_at, planned_at = null, memory = null
       where s.plan is distinct from excluded.plan`);
    if (!next && rowCount) await noteReached(tx, snapshot, { id: trigger.id, ...rowsOf(registry, snapshot, trigger) });
  });
}

/** @param {Registry} registry @param {StoredCatalog} snapshot @param {Trigger} trigger @param {boolean} [late] */
function nextOfRows(registry, snapshot, trigger, late) {
  const { table, time } = rowsOf(registry, snapshot, trigger);
  return nextReached(snapshot, table, time, late);
}

/** @param {Registry} registry @param {StoredCatalog} snapshot @param {Trigger} trigger */
function rowsOf(registry, snapshot, { table, source, options }) {
  const { rowTime } = registry.triggerSource(source);
  return {
    table: snapshot.table(/** @type {string} */ (table)),
    time: /** @type {NonNullable<typeof rowTime>} */ (rowTime)(options),
  };
}
