/** @import { Memory } from '../../postgres/memory/divide.js' */
/** @import { Registry, Values } from '@plinth/plugin' */
/** @import { StoredCatalog } from '../types.d.ts' */
/** @import { Log } from '../../create-data.js' */
/** @import { Database } from '../../postgres/database/database.js' */
import { setTimeout as sleep } from 'node:timers/promises';
import { withPlace } from '../../postgres/heavy/allowance.js';
import { k, sql } from '../../postgres/sql/index.js';
import { buildIndex } from './build-index.js';

/** An arbitrary number that nothing else uses in this database ("indx"): one builder for all processes. */
const LOCK = 0x696e6478;
const RETRY_MS = 1000;

/**
 * Builds indexes that edits have left to be built, one after the other, without blocking writers. A build that was
 * interrupted (a crash, an edit of the table) is cleaned up and started again.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => StoredCatalog, reload(): Promise<unknown>, log: Log,
 *   memory: Memory }} context
 */
export function createIndexBuilder({ db, registry, catalog, reload, log, memory }) {
  /** @type {Promise<void> | null} */
  let running = null;
  const closing = new AbortController();
  const state = { wanted: false, closed: false, pid: /** @type {number | null} */ (null), signal: closing.signal };
  const context = { db, registry, catalog, reload, log, memory, state };

  /** Resolves when nothing is left to be built, or another process is building. */
  function build() {
    state.wanted = true;
    running ??= work(context).finally(() => (running = null));
    return running;
  }

  return {
    build,
    /** Starts in the background if there is anything to build. @param {StoredCatalog} now */
    check: (now) => void (now.unbuilt.length > 0 && !state.closed && build().catch(() => {})),
    /** Tries failed builds again. @param {string} name */
    async retry(name) {
      await db.query(k('plinth.index_builds').where({ name }).update({ error: null, since: k.fn.now() }));
      void build();
    },
    async close() {
      state.closed = true;
      closing.abort();
      if (state.pid) await db.query(sql`select pg_cancel_backend(${state.pid}::int)`).catch(() => {});
      await running?.catch(() => {});
    },
  };
}

/**
 * `pid` is the building connection, so that it can be cancelled.
 *
 * @typedef {{ db: Database, registry: Registry, catalog: () => StoredCatalog, reload(): Promise<unknown>, log: Log, memory: Memory,
 *   state: { wanted: boolean, closed: boolean, pid: number | null, signal: AbortSignal } }} BuilderContext
 * @param {BuilderContext} context
 */
async function work(context) {
  const { db, reload, log, state } = context;
  while (state.wanted && !state.closed) {
    state.wanted = false;
    try {
      const isDone = await db.apart((client) => asOnly(client, context));
      if (isDone) await reload();
      else state.wanted = true;
    } catch (error) {
      state.wanted = true;
      log.warn('index.build', { error: String(error) });
    }
    if (state.wanted && !state.closed) await sleep(RETRY_MS, undefined, { ref: false });
  }
}

/**
 * @param {Values} client @param {BuilderContext} context
 * @returns {Promise<boolean>} false: something has to be retried
 */
async function buildAll(client, { registry, catalog, reload, log, state }) {
  let isDone = true;
  for (const { name } of (await client.query(WAITING)).rows) {
    if (state.closed) return true;
    await reload();
    const onPid = (/** @type {number} */ found) => void (state.pid = found);
    isDone = (await buildIndex(client, name, { catalog: catalog(), registry, log, onPid })) && isDone;
    state.pid = null;
  }
  return isDone;
}

const WAITING = 'select name from plinth.index_builds where error is null order by since, name';

/**
 * One process builds; the others leave it to that one. Tables that are built for afterwards are big: sorting them takes a place
 * among the heavy jobs. What an edit makes itself (unique constraints, types of columns) takes none: it would wait with the
 * locks that the job before it may want.
 *
 * @param {any} client @param {BuilderContext} context
 * @returns {Promise<boolean>} false: to be retried
 */
async function asOnly(client, context) {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCK]);
  if (!rows[0].mine) return false;
  try {
    const { rows: waiting } = await client.query(WAITING);
    if (waiting.length === 0) return true;
    return await withPlace(client, () => buildAll(client, context), {
      signal: context.state.signal,
      places: context.memory.heavyJobs,
    });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
  }
}
