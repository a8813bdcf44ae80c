import pg from 'pg';
import { SCHEMA_EVENTS } from '../schema-events.js';
import { whyNoLog } from '../why-no-log.js';

/** @import { Connection } from './types.d.ts' */

/**
 * Facts about a database before it is used, for `plinth info` and `plinth doctor`.
 *
 * @param {Connection} connection
 */
export async function databaseFacts(connection) {
  const client = new pg.Client(connection);
  // The query reports whatever breaks the connection.
  client.on('error', () => {});
  await client.connect();
  try {
    const asked = Date.now();
    const { rows } = await client.query(FACTS);
    const { now, ...facts } = rows[0];
    // The server's clock is read at some time between question and answer.
    const [oldest = null] = (await client.query(OLDEST)).rows;
    return {
      ...facts,
      oldest,
      noLog: whyNoLog(facts),
      clockSkewMs: Math.round(Number(now) - (asked + Date.now()) / 2),
    };
  } finally {
    await client.end();
  }
}

const FACTS = `
  select current_setting('server_version') as version,
         current_setting('wal_level') as "walLevel",
         current_setting('fsync') as fsync,
         current_setting('server_encoding') as encoding,
         current_setting('max_connections')::int as "maxConnections",
         current_setting('max_wal_senders')::int as "maxSenders",
         (select count(*)::int from pg_stat_replication) as senders,
         current_setting('max_replication_slots')::int as "maxSlots",
         (select count(*)::int from pg_replication_slots) as slots,
         current_user as role,
         (select rolreplication or rolsuper from pg_roles where rolname = current_user) as "mayReplicate",
         (select rolsuper from pg_roles where rolname = current_user) as superuser,
         has_database_privilege(current_database(), 'create') as "mayCreate",
         (${SCHEMA_EVENTS}) as "schemaHeard",
         pg_database_size(current_database())::float8 as "sizeBytes",
         extract(epoch from clock_timestamp()) * 1000 as now`;

/**
 * The transaction that has been open for longest, in any database of the server: the change stream can only restart
 * after it. Its start is hidden for other roles' sessions, but visible for prepared transactions.
 */
const OLDEST = `
  select pid, name, seconds
    from (select pid,
                 coalesce(nullif(application_name, ''), 'unnamed') as name,
                 extract(epoch from clock_timestamp() - xact_start)::int as seconds
            from pg_stat_activity
           where xact_start is not null
             and pid <> pg_backend_pid()
             and backend_type = 'client backend'
          union all
          select null, 'prepared transaction ' || gid, extract(epoch from clock_timestamp() - prepared)::int
            from pg_prepared_xacts) open
   order by seconds desc
   limit 1`;
