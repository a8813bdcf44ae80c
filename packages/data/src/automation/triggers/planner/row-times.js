/** @import { RowTime, Table } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../../../catalog/types.d.ts' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Within } from '../../../gate/rows/within.js' */
import { ident, localOf, momentOf, sql } from '../../../postgres/sql/index.js';
import { tableSql } from '../../../postgres/sql/physical.js';

const BATCH = 500;
/** A value that is set to the past still counts this long. */
const LATE = '1 hour';
const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 };
const HOUR_MS = 3_600_000;
/** Rows whose order by the column may differ from that by their times, where a clock changes. */
const LOOKED_AHEAD = 50;
/** Rows of the next times that are counted. */
const COUNTED = 1000;

/**
 * Starts a trigger for each row whose time was reached since it was last looked for, once for each value.
 *
 * @param {Within} gate @param {StoredCatalog} catalog
 * @param {{ id: string, source: string, table: Table, time: RowTime }} trigger @param {{ seen_at: string }} state
 * @returns {Promise<boolean>} whether there may be more
 */
export async function startReached({ tx }, catalog, { id, source, table, time }, state) {
  const { at, between } = timeSql(catalog, table, time);
  const { rows } = await tx.query(sql`
    with reached as (
      select r.id::text as row_key, ${at} as at
        from ${tableSql(table)} r
        left join plinth.trigger_times t on t.trigger_id = ${id}::uuid and t.row_key = r.id::text
       where ${between(sql`least(${state.seen_at}::timestamptz, now() - ${LATE}::interval)`, sql`now()`)}
         and ${at} > least(${state.seen_at}::timestamptz, now() - ${LATE}::interval)
         and ${at} <= now() and t.at is distinct from ${at}
       order by at, r.id
       limit ${BATCH}),
    noted as (
      insert into plinth.trigger_times as t (trigger_id, row_key, at)
      select ${id}::uuid, row_key, at from reached
      on conflict (trigger_id, row_key) do update set at = excluded.at
      returning row_key, at)
    select plinth.start_trigger(${id}::uuid, ${source}, row_key, jsonb_build_object('time', at), null, now()) from noted`);
  return rows.length === BATCH;
}

/**
 * Records times reached before a trigger was planned, so that they don't start it.
 *
 * @param {Pick<Within['tx'], 'query'>} on @param {StoredCatalog} catalog @param {{ id: string, table: Table, time: RowTime }} trigger
 */
export async function noteReached(on, catalog, { id, table, time }) {
  const { at, between } = timeSql(catalog, table, time);
  const from = sql`(now() - ${LATE}::interval)`;
  await on.query(sql`
    insert into plinth.trigger_times as t (trigger_id, row_key, at)
    select ${id}::uuid, r.id::text, ${at} from ${tableSql(table)} r
     where ${between(from, sql`now()`)} and ${at} > ${from} and ${at} <= now()
    on conflict (trigger_id, row_key) do update set at = excluded.at`);
}

/**
 * When the next row is reached, in SQL: null if none is.
 *
 * @param {StoredCatalog} catalog @param {Table} table @param {RowTime} time @param {boolean} [late] also what was just reached
 */
export function nextReached(catalog, table, time, late = false) {
  const from = late ? sql`(now() - ${LATE}::interval)` : sql`now()`;
  const { at, column, between } = timeSql(catalog, table, time);
  return sql`(select min(soon.at)
                from (select ${at} as at from ${tableSql(table)} r
                       where ${between(from, null)} and ${at} > ${from}
                       order by ${column} limit ${LOOKED_AHEAD}) soon)`;
}

/**
 * The next times that rows reach, among the first of those that a look ahead sees.
 *
 * @param {StoredCatalog} catalog @param {Table} table @param {RowTime} time @param {number} most
 */
export function nextTimes(catalog, table, time, most) {
  const { at, column, between } = timeSql(catalog, table, time);
  return sql`
    select soon.at, count(*)::int as rows
      from (select ${at} as at from ${tableSql(table)} r
             where ${between(sql`now()`, null)} and ${at} > now()
             order by ${column} limit ${COUNTED}) soon
     group by soon.at order by soon.at limit ${most}::int`;
}

/**
 * The time of a row, and a condition that lets an index of the column narrow down the rows.
 *
 * @param {StoredCatalog} catalog @param {Table} table @param {RowTime} time
 */
function timeSql({ settings }, table, { field: name, amount, unit, at: clock, timeZone }) {
  const field = table.field(name);
  const column = ident('r', field.name);
  const zone = timeZone || settings.timeZone || 'UTC';
  const isDate = !field.traits.hasTime;
  // Zero days from a moment is that moment; in local time, the second of a repeated hour would become the first.
  const ofDays = amount !== 0 && (unit === 'days' || unit === 'weeks');
  const offset = sql`${`${amount} ${unit}`}::interval`;
  const local = isDate ? sql`(${column} + ${clock}::time)` : localOf(column, zone);
  // A day has 23 to 25 hours; an hour is always an hour.
  const at = ofDays
    ? momentOf(sql`${local} + ${offset}`, zone)
    : sql`(${isDate ? momentOf(local, zone) : column} + ${offset})`;
  const slack = isDate ? 48 * HOUR_MS : ofDays ? 3 * HOUR_MS : 0;
  const ms = amount * UNIT_MS[unit];
  const cast = isDate ? sql`::date` : sql``;
  /** @param {Fragment} from @param {Fragment | null} to */
  const between = (from, to) => sql`
    ${column} >= (${from} + ${-ms - slack} * interval '1 millisecond')${cast}
    ${to ? sql`and ${column} <= (${to} + ${-ms + slack} * interval '1 millisecond')${cast}` : sql``}`;
  return { at, column, between };
}
