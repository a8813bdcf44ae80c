import pg from 'pg';
import { AppError } from '@plinth/plugin';
import { codeOf, messageOf } from './errors.js';

/** @import { Connection } from './types.d.ts' */

const OLDEST_MAJOR = 15;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Checks that the database of DATABASE_URL can be used before changing anything in it.
 *
 * @param {string} databaseUrl
 * @returns {Promise<Connection>}
 */
export async function connectExternal(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // If the connection breaks while idle, the next query reports it; without a listener the event would end the process.
  client.on('error', () => {});
  const { host, port, user = '', database = '' } = client;
  const place = `"${database}" at ${host}:${port}`;
  try {
    await client.connect();
  } catch (error) {
    throw unreachable(place, user, error);
  }
  try {
    const { rows } = await client.query(FACTS);
    refuseUnfit(rows[0], place, user);
  } finally {
    await client.end();
  }
  const { password } = client;
  const ssl = /** @type {{ ssl?: boolean | object }} */ (client).ssl;
  return { host, port, user, database, ...(password ? { password } : {}), ...(ssl ? { ssl } : {}) };
}

/** Schemas are created on the first start; later, owning them is enough. */
const FACTS = `
  select current_setting('server_version_num')::int as version,
         current_setting('server_version') as name,
         current_setting('server_encoding') as encoding,
         has_database_privilege(current_database(), 'create') or
           (select count(*) = 2 from pg_namespace
             where nspname in ('plinth', 'app') and pg_has_role(nspowner, 'usage')) as fit`;

/** @param {{ version: number, name: string, encoding: string, fit: boolean }} server @param {string} place @param {string} user */
function refuseUnfit(server, place, user) {
  if (server.version < OLDEST_MAJOR * 10_000) {
    throw new AppError('DATABASE_TOO_OLD', `The database ${place} is PostgreSQL ${server.name}`, {
      hint: `Plinth needs PostgreSQL ${OLDEST_MAJOR} or newer. Without DATABASE_URL it brings its own.`,
    });
  }
  if (server.encoding !== 'UTF8') {
    throw new AppError('DATABASE_NOT_UTF8', `The database ${place} stores text as ${server.encoding}`, {
      hint: `Make one that stores every language: create database … encoding 'UTF8' template template0.`,
    });
  }
  if (server.fit === false) {
    throw new AppError('DATABASE_RIGHTS_MISSING', `The user "${user}" may make nothing in the database ${place}`, {
      hint: `Give it the database (alter database … owner to "${user}"), or the right (grant create on database … to "${user}").`,
    });
  }
}

/** @param {string} place @param {string} user @param {unknown} error */
function unreachable(place, user, error) {
  return new AppError('DATABASE_UNREACHABLE', `The database ${place} can't be reached: ${reasonOf(error)}`, {
    hint: hintOf(codeOf(error), user),
    cause: error,
  });
}

/** If all addresses of a host fail, the error is an aggregate without a message of its own. @param {unknown} error */
const reasonOf = (error) =>
  error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : messageOf(error) || codeOf(error);

/** @param {string} code of the system, or an SQLSTATE @param {string} user */
function hintOf(code, user) {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `Check the host's name in DATABASE_URL.`;
  if (code === 'ECONNREFUSED') return 'Check host and port in DATABASE_URL, and that PostgreSQL runs there.';
  if (code === '28P01' || code === '28000') return `Check user "${user}" and the password in DATABASE_URL.`;
  if (code === '3D000') return 'Create that database first (createdb), or correct its name in DATABASE_URL.';
  if (code === '53300') return 'All of its connections are taken; raise max_connections or stop a client.';
  return 'Check DATABASE_URL (postgres://user:password@host:port/database), the network and the firewall.';
}
