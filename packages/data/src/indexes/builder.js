/** @import { Registry } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../catalog/types.d.ts' */
/** @import { Log } from '../create-data.js' */
/** @import { Database } from '../postgres/database.js' */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../sql/index.js';
import { buildIndex } from './build-index.js';

/** Any number that nobody else uses in this database ("indx"): one builder for all processes. */
const LOCK = 0x696e6478;
const RETRY_MS = 1000;

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
  /** @type {number | null} The connection that builds, to be broken off. */
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
      await reload();
      const context = { catalog: catalog(), registry, log, onPid: (/** @type {number} */ found) => void (pid = found) };
      isDone = (await buildIndex(client, name, context)) && isDone;
      pid = null;
    }
    return isDone;
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
