/** @import { Registry } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
/** @import { StoredCatalog } from './types.d.ts' */
import { setTimeout as sleep } from 'node:timers/promises';
import { buildCatalog } from './catalog.js';
import { createFreshReader } from './fresh-reader.js';
import { readObjects } from './store.js';

const RETRY_MS = 500;
/** A connection can die without a word, and a notification with it: ask now and then. */
const ASK_MS = 30_000;

/**
 * The Catalog of this process: swapped whole when an edit, here or in another process, makes a newer one.
 *
 * @param {{ db: Database, registry: Registry, log: { warn(message: string, details?: object): void } }} context
 */
export async function createLiveCatalog({ db, registry, log }) {
  /** @type {Set<(catalog: StoredCatalog) => void>} */
  const listeners = new Set();
  const readFresh = createFreshReader(async () => buildCatalog({ ...(await readObjects(db)), registry }));
  let current = await readFresh();
  let closed = false;

  /** @param {StoredCatalog} newer */
  function swap(newer) {
    if (newer.version <= current.version) return;
    current = newer;
    for (const listener of listeners) tell(listener, newer, log);
  }

  /** Reads until it sees at least this version: a notification may be ahead of visibility. @param {number} [version] */
  async function reload(version = 0) {
    for (;;) {
      swap(await readFresh());
      if (current.version >= version || closed) return current;
      await sleep(5);
    }
  }

  /** @param {number} version */
  async function catchUp(version) {
    while (!closed) {
      try {
        return await reload(version);
      } catch (error) {
        log.warn('The Catalog could not be read; trying again', { error: String(error) });
        await sleep(RETRY_MS);
      }
    }
  }

  const off = await db.listen('plinth_catalog', (payload) => {
    const version = Number(payload ?? current.version);
    if (payload === null || version > current.version) void catchUp(version);
  });
  const stopAsking = askNowAndThen(db, (version) => version > current.version && reload(version));
  // An edit of another process between our first reading and the moment we began to listen.
  await reload();

  return {
    catalog: () => current,
    swap,
    reload,
    /** Resolves once this process knows the version. @param {number} version */
    async reached(version) {
      if (current.version < version) await reload(version);
      return current;
    },
    /** @param {(catalog: StoredCatalog) => void} listener */
    onCatalog(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closed = true;
      stopAsking();
      off();
    },
  };
}

/** @param {(catalog: StoredCatalog) => void} listener @param {StoredCatalog} next @param {{ warn(message: string, details?: object): void }} log */
function tell(listener, next, log) {
  try {
    listener(next);
  } catch (error) {
    log.warn('A listener of the Catalog failed', { error: String(error) });
  }
}

/** @param {Database} db @param {(version: number) => unknown} tell @returns {() => void} stops it */
function askNowAndThen(db, tell) {
  const timer = setInterval(async () => {
    try {
      const { rows } = await db.query('select version from plinth.catalog_version');
      await tell(rows[0].version);
    } catch {
      // The database is away; whoever needs it hears of it.
    }
  }, ASK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
