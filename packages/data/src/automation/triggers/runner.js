/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { ChangeEvent, ChangeStream } from '../../postgres/changes/types.d.ts' */
/** @import { Log } from '../../create-data.js' */
import { mayTrigger } from '../../gate/rows/write/may-trigger.js';
import { MOST_AT_ONCE, createWorkers } from '../runs/workers.js';

/** In case nothing tells of a run: those to be tried again, and what happened while no process listened. */
const TICK_MS = 30_000;

/**
 * Starts runs of triggers as soon as the change stream tells of a change that may have started one. Each process has a
 * runner; the database gives each run to one of them. Without triggers, nothing is asked.
 *
 * @param {{ catalog: () => StoredCatalog, onCatalog(listener: (catalog: StoredCatalog) => void): () => void,
 *   stream: ChangeStream | null, log: Log, runNext: () => Promise<boolean>, wakeOutbox: () => void }} context
 */
export function createTriggerRunner({ catalog, onCatalog, stream, log, runNext, wakeOutbox }) {
  const workers = createWorkers({ log, runNext, ranSome: wakeOutbox });
  /** @type {(() => void) | undefined} */
  let off;
  /** @type {(() => void) | undefined} */
  let offCatalog;
  /** @type {NodeJS.Timeout | undefined} */
  let tick;

  /** @param {ChangeEvent} event */
  function hear(event) {
    const snapshot = catalog();
    if (snapshot.triggers.length === 0) return;
    if (event.kind === 'reset') return workers.wake();
    const tables = new Set(event.changes.flatMap(({ schema, table }) => (schema === 'app' ? [table] : [])));
    for (const name of tables)
      if (snapshot.hasTable(name) && mayTrigger(snapshot, snapshot.table(name))) return workers.wake();
  }

  /** The change stream does not include tables created since, until it is told to. @param {StoredCatalog} snapshot */
  function cover(snapshot) {
    if (snapshot.triggers.length === 0) return;
    stream?.cover().then(
      () => workers.wake(),
      (error) => log.debug('tables not covered by the change stream yet', { error: String(error) }),
    );
  }

  function look() {
    if (catalog().triggers.length > 0) workers.wake([]);
  }

  return {
    /** Looks for runs that are due. */
    wake: () => workers.wake(),
    /** Begins to run triggers, in a process that serves. */
    start() {
      off = stream?.subscribe(hear);
      offCatalog = onCatalog(cover);
      tick = setInterval(look, TICK_MS).unref();
      look();
    },
    /** Runs everything that is due. @returns {Promise<void>} */
    async drain() {
      const work = async () => {
        while (await runNext());
      };
      await Promise.all(Array.from({ length: MOST_AT_ONCE }, work));
      await workers.ended();
      wakeOutbox();
    },
    /** Waits for the runs under way. */
    async close() {
      off?.();
      offCatalog?.();
      clearInterval(tick);
      await workers.close();
    },
  };
}
