/** @import { Registry } from '@plinth/plugin' */
/** @import { ChangeEvent, ChangeStream } from '../../postgres/changes/types.d.ts' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { StoredCatalog } from '../types.d.ts' */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { tableVersionsOf } from '../../postgres/changes/index.js';
import { k, prepare } from '../../postgres/sql/index.js';
import { buildCatalog } from './catalog.js';
import { createFreshReader } from './fresh-reader.js';
import { createOwnEdits } from './own-edits.js';
import { readObjects } from './store.js';

const RETRY_MS = 500;
const TABLES = ['plinth.objects', 'plinth.catalog_version'];

/**
 * The Catalog of this process. It is replaced as a whole when the change stream reports a change of metadata. Edits of this
 * process provide their own result. If the freshness barrier fails, the database is asked for the version.
 *
 * @param {{ db: Database, registry: Registry, stream: ChangeStream | null, log: { warn(message: string, details?: object): void } }} context
 */
export async function createLiveCatalog({ db, registry, stream, log }) {
  const { onCatalog, tell } = createCatalogListeners(log);
  const ownEdits = createOwnEdits();
  const read = createFreshReader(async () => {
    const began = { doubts, swaps };
    return { ...began, catalog: buildCatalog({ ...(await readVisible(db, stream)), registry }) };
  });
  /** Incremented by each reason to read again; a completed read settles the number that it started with. */
  let [doubts, settled, swaps] = [0, 0, 0];
  let closed = false;
  let isRead = false;
  const off = stream?.subscribe((event) => concerns(event, ownEdits) && doubt());
  /** @type {StoredCatalog} */
  let current = (await read()).catalog;
  isRead = true;

  /** @param {StoredCatalog} next */
  function swap(next) {
    swaps++;
    current = next;
    tell(next);
  }

  /** Reads until every reason to read again is settled. */
  async function settle() {
    while (settled < doubts && !closed) {
      const found = await read();
      // An edit of this process finished first, so this read may be older.
      if (found.swaps !== swaps && found.catalog.version <= current.version) continue;
      settled = Math.max(settled, found.doubts);
      if (!isSame(found.catalog, current)) swap(found.catalog);
    }
    return current;
  }

  /** Marks the Catalog as possibly outdated. */
  function doubt() {
    doubts++;
    if (isRead) void keepTrying(settle, { isOver: () => closed, log });
  }

  /** Reads again. @param {number} [version] until it is at least this */
  async function reload(version = 0) {
    do {
      doubts++;
      await settle();
    } while (current.version < version && !closed);
    return current;
  }

  return {
    catalog: () => current,
    /** Whether the Catalog reflects all changes received so far. */
    isSettled: () => settled >= doubts,
    reload,
    ownEdits,
    /** The result of an edit of this process. @param {StoredCatalog} next */
    swap: (next) => void (next.version > current.version && swap(next)),
    doubt,
    /** @param {boolean} [isFresh] whether the caller has already waited for the freshness barrier */
    async newest(isFresh) {
      if (!(isFresh ?? (await stream?.caughtUp()))) {
        if ((await askVersion(db)) !== current.version) doubts++;
      }
      return settled < doubts ? settle() : current;
    },
    /** Resolves once this process knows the version. @param {number} version */
    reached: async (version) => (current.version < version ? reload(version) : current),
    onCatalog,
    close() {
      closed = true;
      off?.();
    },
  };
}

const VERSION = prepare(k('plinth.catalog_version').select('version'));

/** @param {Database} db @returns {Promise<number>} */
async function askVersion(db) {
  const { rows } = await db.query(VERSION.bind());
  return rows[0].version;
}

/**
 * @param {() => Promise<unknown>} work
 * @param {{ isOver(): boolean, log: { warn(message: string, details?: object): void } }} options
 */
async function keepTrying(work, { isOver, log }) {
  while (!isOver()) {
    try {
      return void (await work());
    } catch (error) {
      log.warn('The Catalog could not be read; trying again', { error: String(error) });
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }
}

/** @param {ChangeEvent} event @param {ReturnType<typeof createOwnEdits>} ownEdits */
function concerns(event, ownEdits) {
  if (event.kind === 'reset') return true;
  return event.changes.some(
    ({ schema, table, transaction }) => TABLES.includes(`${schema}.${table}`) && !ownEdits.has(transaction),
  );
}

/** Plans are cached by Catalog, so an equal one must not replace the current one. @param {StoredCatalog} a @param {StoredCatalog} b */
function isSame(a, b) {
  return a.version === b.version && isDeepStrictEqual(a.objects, b.objects);
}

/**
 * Reads until all received changes are visible, because the log may report a commit before it becomes visible.
 *
 * @param {Database} db @param {ChangeStream | null} stream
 */
async function readVisible(db, stream) {
  const versions = stream && tableVersionsOf(stream);
  for (;;) {
    const since = versions?.generation() ?? 0;
    const { snapshot, ...stored } = await readObjects(db);
    if (!versions || versions.stamp(TABLES, snapshot, since)) return stored;
    await sleep(1);
  }
}

/** Listeners for each new Catalog. @param {{ warn(message: string, details?: object): void }} log */
function createCatalogListeners(log) {
  /** @type {Set<(catalog: StoredCatalog) => void>} */
  const listeners = new Set();
  return {
    /** @param {(catalog: StoredCatalog) => void} listener */
    onCatalog(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** @param {StoredCatalog} next */
    tell(next) {
      for (const listener of listeners) {
        try {
          listener(next);
        } catch (error) {
          log.warn('A listener of the Catalog failed', { error: String(error) });
        }
      }
    },
  };
}
