/** @import { Actor, Registry, Trigger, TriggerSource } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../../catalog/types.d.ts' */
/** @import { Within } from '../../../gate/rows/within.js' */
import { MAY_ACT } from '../../holding/held.js';
import { sql } from '../../../postgres/sql/index.js';
import { findInTime } from './find-in-time.js';
import { nextReached, startReached } from './row-times.js';
import { storedJson } from '../../../postgres/sql/stored-json.js';

const BATCH = 500;
/** A planned time that is this late was missed. */
const MISSED_MS = 5 * 60_000;

/**
 * next_at: when it is due; planned_at: the original time, if it is retried after a failure.
 *
 * @typedef {{ trigger_id: string, next_at: string, planned_at: string | null, seen_at: string, memory?: unknown, now: string }} Due
 */

/** A planned trigger whose time has come, locked until the transaction ends. @param {readonly string[]} except ids */
export const claimPlanned = (except) => sql`
  select trigger_id, next_at, planned_at, seen_at::text, plan, memory, now()
    from plinth.trigger_states
   where next_at <= now() and ${MAY_ACT} and not trigger_id = any(${[...except]}::uuid[])
   order by next_at
   limit 1
     for update skip locked`;

/**
 * Starts a trigger at its planned time and plans the next one, in one transaction.
 *
 * @param {Within} gate
 * @param {{ registry: Registry, catalog: StoredCatalog, trigger: Trigger, due: Due, actorFor: (trigger: Trigger) => Promise<Actor> }} given
 */
export async function startPlanned(gate, { registry, catalog, trigger, due, actorFor }) {
  const source = registry.triggerSource(trigger.source);
  if (source.rowTime) return startRows(gate, { catalog, trigger, due, source });
  const now = new Date(due.now);
  if (source.find) await startFound(gate, trigger, due, source);
  else await startAt(gate, { trigger, source, due, now, actorFor });
  await gate.tx.query(planNext(catalog, trigger, source, now));
}

/**
 * Saves the events that a plugin's source found together with its memory.
 *
 * @param {Within} gate @param {Trigger} trigger @param {Due} due @param {TriggerSource} from
 */
async function startFound({ tx }, { id, source, options }, { memory, now }, from) {
  const find = /** @type {NonNullable<TriggerSource['find']>} */ (from.find);
  const { events, memory: next = memory } = await findInTime(from, (signal) =>
    find({ options, memory, now: new Date(now), signal }),
  );
  await tx.query(sql`
    select plinth.start_trigger(${id}::uuid, ${source}, null, event, null, now())
      from jsonb_array_elements(${storedJson(events)}::jsonb) event`);
  await tx.query(sql`
    update plinth.trigger_states set memory = ${storedJson(next ?? null)}::jsonb where trigger_id = ${id}::uuid`);
}

/**
 * @param {Within} gate
 * @param {{ trigger: Trigger, source: TriggerSource, due: Due, now: Date, actorFor: (trigger: Trigger) => Promise<Actor> }} given
 */
async function startAt(gate, { trigger, source, due, now, actorFor }) {
  // A retried start was not missed.
  const isMissed = now.getTime() - new Date(due.next_at).getTime() > MISSED_MS;
  if (isMissed && source.skips?.(trigger.options)) return;
  const time = new Date(due.planned_at ?? due.next_at).toISOString();
  const start = (/** @type {string[] | null[]} */ keys, /** @type {{ stoppedAt?: number }} */ more = {}) =>
    gate.tx.query(sql`
      select plinth.start_trigger(${trigger.id}::uuid, ${trigger.source}, key, ${storedJson({ time, ...more })}::jsonb, null, now())
        from unnest(${keys}::text[]) with ordinality as k (key, n) order by n`);
  if (trigger.table === null || !source.rowsAt) await start([null]);
  else await eachRow(gate, await actorFor(trigger), trigger.table, source.rowsAt(trigger.options), start);
}

/**
 * Rows that the actor may read, the oldest first. If a limit leaves some out, the run of the last one says so.
 *
 * @param {Within} gate @param {Actor} actor @param {string} table
 * @param {ReturnType<NonNullable<TriggerSource['rowsAt']>>} which
 * @param {(keys: string[], more?: { stoppedAt: number }) => Promise<unknown>} start
 */
async function eachRow({ select }, actor, table, { where, limit }, start) {
  /** @type {string | number | null} */
  let last = null;
  for (let left = limit; left > 0;) {
    const after = last === null ? [] : [{ field: 'id', op: /** @type {const} */ ('gt'), value: { param: 'last' } }];
    const most = Math.min(BATCH - 1, left);
    const conditions = [...(where ? [where] : []), ...after];
    const spec = {
      table,
      select: [],
      sort: [{ field: 'id' }],
      limit: most + 1,
      ...(conditions.length > 0 && { where: { all: conditions } }),
    };
    /** @type {{ rows: { id: string | number }[] }[]} */
    const [{ rows }] = /** @type {any} */ (await select(actor, [{ spec, params: { last } }]));
    const keys = rows.slice(0, most).map(({ id }) => String(id));
    const hasMore = rows.length > most;
    const isStopped = hasMore && most === left;
    const [untold, told] = isStopped ? [keys.slice(0, -1), keys.slice(-1)] : [keys, []];
    if (untold.length > 0) await start(untold);
    if (isStopped) await start(told, { stoppedAt: limit });
    if (!hasMore) return;
    last = rows[most - 1].id;
    left -= most;
  }
}

/** @param {Within} gate @param {{ catalog: StoredCatalog, trigger: Trigger, due: Due, source: TriggerSource }} given */
async function startRows(gate, { catalog, trigger, due, source }) {
  const table = catalog.table(/** @type {string} */ (trigger.table));
  const time = /** @type {NonNullable<TriggerSource['rowTime']>} */ (source.rowTime)(trigger.options);
  const { id } = trigger;
  if (await startReached(gate, catalog, { id, source: source.name, table, time }, due)) return;
  await gate.tx.query(sql`
    update plinth.trigger_states
       set seen_at = now(), next_at = ${nextReached(catalog, table, time)}, planned_at = null
     where trigger_id = ${id}::uuid`);
}

/** @param {StoredCatalog} catalog @param {Trigger} trigger @param {TriggerSource} source @param {Date} after */
export function planNext({ settings }, { id, options }, source, after) {
  const next = source.next?.({ options, after, timeZone: settings.timeZone ?? 'UTC' }) ?? null;
  return sql`update plinth.trigger_states set next_at = ${next}::timestamptz, planned_at = null where trigger_id = ${id}::uuid`;
}
