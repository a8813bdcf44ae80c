/** @import { Registry } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../catalog/types.d.ts' */
/** @import { Log } from '../create-data.js' */
/** @import { Database } from '../postgres/database.js' */
import { setTimeout as sleep } from 'node:timers/promises';
import { physicalModel } from '../ddl/model.js';
import { isTrigram } from '../ddl/indexes.js';
import { withNames } from '../ddl/names.js';
import { ident, quoteIdentifier, sql, toStatement } from '../sql/index.js';
import { hasTrigrams } from './builds.js';

/** Any number that nobody else uses in this database ("indx"): one builder for all processes. */
const LOCK = 0x696e6478;
const RETRY_MS = 1000;
/** What trying again mends: broken off by an edit, out of connections, waited for too long, the server going down. */
const PASSING = /^(57|53|55P03|40|08)/;
const NO_TRIGRAMS = 'This database has no extension pg_trgm. Let its administrator run: create extension pg_trgm';

/**
 * Builds indexes that edits have left to be built, one after the other, without stopping those who write. A build that
 * broke off (a crash, an edit of the table) is cleared away and begun again.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => StoredCatalog, reload(): Promise<unknown>, log: Log }} context
 */
export function createIndexBuilder({ db, registry, catalog, reload, log }) {
  /** @type {Promise<void> | null} */
  let running = null;
  let wanted = false;
  let closed = false;
  /** @type {any} The connection that builds, to be broken off. */
  let pid = null;

  async function work() {
    while (wanted && !closed) {
      wanted = false;
      try {
        const isDone = await db.client((client) => asOnly(client, () => buildAll(client)));
        if (isDone) await reload();
        else wanted = true;
      } catch (error) {
        wanted = true;
        log.warn('index.build', { error: String(error) });
      }
      if (wanted && !closed) await sleep(RETRY_MS, undefined, { ref: false });
    }
  }

  /** @param {any} client @returns {Promise<boolean>} false: something has to be tried again */
  async function buildAll(client) {
    let isDone = true;
    for (const { name } of (await client.query(WAITING)).rows) {
      if (closed) return true;
      isDone = (await buildOne(client, name)) && isDone;
    }
    return isDone;
  }

  /** @param {any} client @param {string} name */
  async function buildOne(client, name) {
    const found = definition(await newest(), registry, name);
    // Its table lies in the trash, or an edit has just taken it back.
    if (!found) return true;
    const started = performance.now();
    try {
      if (isTrigram(found.text) && !(await hasTrigrams(client))) throw new Error(NO_TRIGRAMS);
      pid = (await client.query(toStatement(claim(name)))).rows[0]?.pid;
      if (pid === undefined) return true;
      await client.query(toStatement(drop(name)));
      await client.query(`create index concurrently ${quoteIdentifier(name)} on ${found.text}`);
      // Gone: an edit took the index back meanwhile.
      const { rowCount } = await client.query(toStatement(sql`delete from plinth.index_builds where name = ${name}`));
      if (rowCount === 0) await client.query(toStatement(drop(name)));
      log.info('index.built', { index: name, ms: Math.round(performance.now() - started) });
      return true;
    } catch (error) {
      return await failed(client, name, /** @type {any} */ (error));
    } finally {
      pid = null;
    }
  }

  /** @param {any} client @param {string} name @param {any} error */
  async function failed(client, name, error) {
    if (PASSING.test(error.code ?? '') || client.connection?.stream.destroyed) return false;
    log.warn('index.failed', { index: name, error: error.message });
    await client.query(toStatement(drop(name)));
    await client.query(
      toStatement(sql`update plinth.index_builds set error = ${error.message}, pid = null where name = ${name}`),
    );
    return true;
  }

  async function newest() {
    await reload();
    return catalog();
  }

  /** Resolves when nothing is left to be built, or somebody else builds it. */
  function build() {
    wanted = true;
    running ??= work().finally(() => (running = null));
    return running;
  }

  return {
    build,
    /** Begins in the background, if anything is to be built. @param {StoredCatalog} now */
    look: (now) => void (now.unbuilt.length > 0 && !closed && build().catch(() => {})),
    /** Tries what failed once more. @param {string} name */
    async retry(name) {
      await db.query(sql`update plinth.index_builds set error = null, since = now() where name = ${name}`);
      void build();
    },
    async close() {
      closed = true;
      if (pid) await db.query(sql`select pg_cancel_backend(${pid}::int)`).catch(() => {});
      await running?.catch(() => {});
    },
  };
}

const WAITING = 'select name from plinth.index_builds where error is null order by since, name';

/** @param {string} name */
const drop = (name) => sql`drop index concurrently if exists ${ident('app', name)}`;

/** Says who builds, so that an edit can break it off. @param {string} name */
const claim = (name) => sql`update plinth.index_builds set pid = pg_backend_pid() where name = ${name} returning pid`;

/** @param {StoredCatalog} catalog @param {Registry} registry @param {string} name @returns {{ text: string } | null} */
function definition(catalog, registry, name) {
  const model = physicalModel(catalog, registry);
  for (const table of model.tables.values()) {
    const text = table.indexes.get(name);
    if (text) return { text: withNames(`"@${table.id}" ${text}`, model) };
  }
  return null;
}

/**
 * One process builds; the others leave it to that one.
 *
 * @param {any} client @param {() => Promise<boolean>} work
 * @returns {Promise<boolean>} false: to be tried again
 */
async function asOnly(client, work) {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCK]);
  if (!rows[0].mine) return false;
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    await client.query('reset statement_timeout; reset lock_timeout').catch(() => {});
  }
}
