import { AppError } from '@plinth/plugin';
import { connect } from '../connect.js';

/** @import { Connection } from '../connect.js' */
/** @typedef {{ max: number, shared: number }} Share connections for transactions, and pipelined ones */

/** How many connections one runtime opens if there is no need to save; one more listens. @type {Readonly<Share>} */
export const FULL_SHARE = Object.freeze({ max: 6, shared: 4 });
const LISTENING = 1;
/** One long import must leave room for a second transaction. @type {Readonly<Share>} */
const LEAST_SHARE = Object.freeze({ max: 2, shared: 1 });
/** A worker has a separate connection for the freshness barrier, so that it waits for no other statement. */
const PROVING = 1;
/** The change stream: two, and one that asks for the log's end or listens (the log's own is counted elsewhere). */
const OF_STREAM = 3;
/** For commands and psql. */
const SPARE = 4;
/** While plugins are reloaded, two runtimes exist side by side. */
const SETS = 2;

/**
 * How many connections a server with this many processes wants from a PostgreSQL of its own.
 *
 * @param {number} workers
 */
export const wantedConnections = (workers) => need(workers, FULL_SHARE) + SPARE;

/**
 * Divides the connections that the server allows among processes, so that they stay below its limit together, even with
 * two runtimes while plugins are reloaded, or one process more while they are restarted one by one.
 *
 * @param {Connection} connection @param {number} workers
 * @returns {Promise<Share>}
 * @throws {AppError} CONNECTIONS_TOO_FEW
 */
export async function shareConnections(connection, workers) {
  const room = await readRoom(connection);
  const share = fittingShare(room - SPARE, workers);
  if (share) return share;
  // A single process may get by with fewer: it opens connections only as it needs them.
  if (workers === 1) return LEAST_SHARE;
  throw new AppError(
    'CONNECTIONS_TOO_FEW',
    `PostgreSQL has room for ${room} connections; ${workers} workers need ${need(workers, LEAST_SHARE) + SPARE}`,
    { hint: 'Raise max_connections in PostgreSQL (or the limit of the role or database), or lower WORKERS' },
  );
}

/** The largest share that fits. @param {number} usable @param {number} workers @returns {Share | null} */
export function fittingShare(usable, workers) {
  for (let { max, shared } = FULL_SHARE; ;) {
    if (need(workers, { max, shared }) <= usable) return { max, shared };
    if (shared > LEAST_SHARE.shared && shared * 2 > max) shared--;
    else if (max > LEAST_SHARE.max) max--;
    else if (shared > LEAST_SHARE.shared) shared--;
    else return null;
  }
}

/** @param {number} workers @param {Share} share */
const need = (workers, { max, shared }) => workers * (SETS * (max + shared + LISTENING) + PROVING) + OF_STREAM;

/** @param {Connection} connection @returns {Promise<number>} */
async function readRoom(connection) {
  const client = await connect(connection, { onLost: () => {} });
  try {
    const { rows } = await client.query(ROOM);
    return rows[0].room;
  } finally {
    await client.end();
  }
}

/**
 * The strictest limit of server, database and role counts. A setting that an older server does not know is no limit,
 * and what other roles' sessions are may be hidden from us.
 */
const ROOM = `
  select least(
           current_setting('max_connections')::int
             - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0)
             - (select count(*)::int from pg_stat_activity
                 where datid is not null
                   and coalesce(backend_type, 'client backend') = 'client backend'
                   and pid <> pg_backend_pid()),
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
           (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
         ) as room`;
