import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { memoize } from '@plinth/plugin';
import pg from 'pg';
import { installSchemaEvents } from '../postgres/database/schema-events.js';
import { ROLE } from '../postgres/database/embedded/cluster.js';
import { sharedCluster } from './shared-cluster.js';

/** @import { Connection } from '../postgres/database/embedded/types.d.ts' */

/**
 * A new database of its own for a test, owned by a role that is no superuser (as in production). With `migrate` it is
 * a copy of a template that was migrated once, which is much faster than migrating each.
 *
 * @param {{ migrate?: (connection: Connection) => Promise<unknown>, reader?: boolean, schemaEvents?: boolean }} [options]
 *   reader: with the role of row security, which the owner becomes; schemaEvents: with the event triggers of a built-in
 *   database, by which changes of tables by SQL are heard
 * @returns {Promise<{ connection: Connection, url: string, close(): Promise<void> }>}
 */
export async function createTestDatabase({ migrate, reader = false, schemaEvents = false } = {}) {
  const cluster = await sharedCluster();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asSuperuser(cluster, async (admin) => {
    await create(admin, name, migrate ? await ensureTemplate(admin, cluster, migrate) : 'template0');
    if (reader) await admin.query(SECURITY_ROLES);
  });
  if (schemaEvents) await asSuperuser({ ...cluster, database: name }, installSchemaEvents);
  const connection = { ...cluster, user: ROLE, database: name };
  return {
    connection,
    url: `postgres://${ROLE}@localhost:${cluster.port}/${name}?host=${encodeURIComponent(cluster.host)}`,
    close: () => asSuperuser(cluster, (admin) => drop(admin, name)),
  };
}

/**
 * @param {pg.Client} admin
 * @param {Connection} cluster
 * @param {(connection: Connection) => Promise<unknown>} migrate
 * @returns {Promise<string>} the template's name
 */
async function ensureTemplate(admin, cluster, migrate) {
  const made = createHash('sha256').update(migrate.toString()).update(sourceState(SOURCES));
  const name = `template_${made.digest('hex').slice(0, 16)}`;
  if (await exists(admin, name)) return name;
  // Test files run side by side: one makes the template, the others wait for it.
  await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
  try {
    if (!(await exists(admin, name))) await makeTemplate(admin, cluster, migrate, name);
    return name;
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [name]);
  }
}

/**
 * @param {pg.Client} admin @param {Connection} cluster @param {(connection: Connection) => Promise<unknown>} migrate
 * @param {string} name
 */
async function makeTemplate(admin, cluster, migrate, name) {
  const draft = `draft_${process.pid}_${name}`;
  await create(admin, draft, 'template0');
  try {
    await migrate({ ...cluster, user: ROLE, database: draft });
    await disconnectAll(admin, draft);
    await admin.query(`alter database ${draft} rename to ${name}`);
  } catch (error) {
    await drop(admin, draft);
    throw error;
  }
}

const SOURCES = new URL('..', import.meta.url);

/**
 * Changes with every change of the data package's code, so that no template of yesterday's migrations is used. To look at
 * each file takes as long as the start of a server, so it is done once in a process.
 */
const sourceState = memoize((/** @type {URL} */ sources) => {
  const folder = fileURLToPath(sources);
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(js|sql)$/.test(entry) || entry.endsWith('.test.js')) continue;
    const found = statSync(join(folder, entry), { throwIfNoEntry: false });
    hash.update(`${entry} ${found?.mtimeMs} ${found?.size}\n`);
  }
  return hash.digest('hex');
});

/**
 * @template T
 * @param {Connection} cluster @param {(admin: pg.Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function asSuperuser(cluster, work) {
  const admin = new pg.Client(cluster);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** @param {pg.Client} admin @param {string} name */
async function exists(admin, name) {
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

/** @param {pg.Client} admin @param {string} name @param {string} template */
async function create(admin, name, template) {
  await admin.query(`create database ${name} owner ${ROLE} template ${template} strategy file_copy`);
}

/** @param {pg.Client} admin @param {string} name */
async function drop(admin, name) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await admin.query(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      // "with (force)" spares the readers of replication slots.
      if (attempt === 20 || /** @type {{ code?: string }} */ (error).code !== '55006') throw error;
      await disconnectAll(admin, name);
    }
  }
}

/** @param {pg.Client} admin @param {string} name */
async function disconnectAll(admin, name) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { rowCount } = await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
    if (rowCount === 0) return;
    await sleep(20);
  }
}

/** Roles belong to the whole cluster: another test may have made them. */
const SECURITY_ROLES = `do $$ begin
  begin create role plinth_reader nologin; exception when duplicate_object or unique_violation then null; end;
  begin create role plinth_writer nologin; exception when duplicate_object or unique_violation then null; end;
  if not pg_has_role('${ROLE}', 'plinth_reader', 'member') then grant plinth_reader to ${ROLE}; end if;
  if not pg_has_role('${ROLE}', 'plinth_writer', 'member') then grant plinth_writer to ${ROLE}; end if;
end $$`;
