/** @import { Connection } from '../../postgres/database/connect.js' */
import { connect } from '../../postgres/database/connect.js';

/** Held by the process that makes the scheduled backup ("bksc"). */
const SCHEDULE_LOCK = 0x626b7363;
const TRIES = 3;

/**
 * The last time at which a backup was due, by the clock of the database and in the time zone of the site. It is due as long
 * as none of that time was made: one that was missed, failed or was killed is tried again, an hour later at the earliest.
 */
const DUE = `
  with schedule as (
    select s.enabled, s.since, s.at,
           coalesce((select o.body ->> 'timeZone' from plinth.objects o where o.kind = 'settings' limit 1), 'UTC') as zone
      from plinth.backup_schedule s
  ), slot as (
    select s.*, plinth.moment_of((now() at time zone zone)::date + at, zone) as today,
           plinth.moment_of((now() at time zone zone)::date - 1 + at, zone) as yesterday
      from schedule s
  ), last as (
    select enabled, since, case when today <= now() then today else yesterday end as slot from slot
  )
  select l.enabled and l.slot > l.since
         and count(b.id) < ${TRIES}
         and not coalesce(bool_or(b.finished_at is not null and b.error is null), false)
         and not coalesce(bool_or(b.started_at > now() - interval '1 hour'), false) as due
    from last l
    left join plinth.backups b on b.reason = 'scheduled' and b.started_at >= l.slot
   group by l.enabled, l.slot, l.since`;

/** Whether the scheduled backup is to be made now. @param {Connection} connection @returns {Promise<boolean>} */
export async function isBackupDue(connection) {
  const client = await connect(connection, { onLost: () => {} });
  try {
    const { rows } = await client.query(DUE);
    return rows[0]?.due === true;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Makes the scheduled backup if it is still due and no other process or node is making it.
 *
 * @param {Connection} connection @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether it was this process's turn
 */
export async function inTurn(connection, work) {
  const client = await connect(connection, { onLost: () => {} });
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [SCHEDULE_LOCK]);
    if (!rows[0].mine) return false;
    const { rows: still } = await client.query(DUE);
    if (!still[0]?.due) return false;
    await work();
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * The last good backup and the newest failure, for a check of the installation.
 *
 * @param {Connection} connection
 * @returns {Promise<{ enabled: boolean, good: boolean, ageHours: number, tested: boolean, failed: string | null } | null>}
 *   ageHours: since the last good one, or since the schedule began; null: this database is of a version without backups
 */
export async function readLastBackup(connection) {
  const client = await connect(connection, { onLost: () => {} });
  try {
    const { rows: found } = await client.query(`select to_regclass('plinth.backup_schedule') is not null as there`);
    if (!found[0].there) return null;
    const { rows } = await client.query(LAST);
    return rows[0];
  } finally {
    await client.end().catch(() => {});
  }
}

const LAST = `
  select s.enabled, g.id is not null as good, round(extract(epoch from now() - coalesce(g.started_at, s.since)) / 3600)::int as "ageHours",
         g.tested_at is not null as tested, n.error as failed
    from plinth.backup_schedule s
    left join lateral (select * from plinth.backups where finished_at is not null and error is null
                        order by started_at desc limit 1) g on true
    left join lateral (select error from plinth.backups where finished_at is not null
                        order by started_at desc limit 1) n on true`;
