/** @import { StoredCatalog } from '../catalog/types.d.ts' */
/** @import { ChangeEvent, ChangeStream } from '../changes/types.d.ts' */
/** @import { Log } from '../create-data.js' */
import { mayTrigger } from '../rows/write/may-trigger.js';

/** Runs at the same time in one process. */
const MOST_AT_ONCE = 3;
/** In case nothing tells of a run: those to be tried again, and what happened while no process listened. */
const TICK_MS = 30_000;
/** The log tells of a commit an instant before other transactions see it. */
const SOON_MS = [10, 100, 1000];

/**
 * Starts runs of triggers as soon as the change stream tells of a change that may have started one. Each process has a
 * runner; the database gives each run to one of them. Without triggers, nothing is asked.
 *
 * @param {{ catalog: () => StoredCatalog, onCatalog(listener: (catalog: StoredCatalog) => void): () => void,
 *   stream: ChangeStream | null, log: Log, runNext: () => Promise<boolean>, wakeOutbox: () => void }} context
 */
export function createTriggerRunner({ catalog, onCatalog, stream, log, runNext, wakeOutbox }) {
  const workers = createWorkers({ log, runNext, wakeOutbox });
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
      while (await runNext());
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

/**
 * Runs what is due, several at a time, until nothing is.
 *
 * @param {{ log: Log, runNext: () => Promise<boolean>, wakeOutbox: () => void }} context
 */
function createWorkers({ log, runNext, wakeOutbox }) {
  /** @type {Set<Promise<void>>} */
  const workers = new Set();
  /** @type {Set<NodeJS.Timeout>} */
  const timers = new Set();
  let isClosing = false;
  let isAskedAgain = false;

  /** @param {number[]} [later] when to look again if there is nothing yet, in ms */
  function wake(later = SOON_MS) {
    if (isClosing) return;
    isAskedAgain = true;
    if (workers.size >= MOST_AT_ONCE) return;
    const worker = work(later).finally(() => workers.delete(worker));
    workers.add(worker);
  }

  /** @param {number[]} later */
  async function work([wait, ...later]) {
    let ran = 0;
    try {
      do {
        isAskedAgain = false;
        while (!isClosing && (await runNext())) {
          ran++;
          // There may be more, for another worker.
          if (ran === 1) wake([]);
        }
      } while (isAskedAgain && !isClosing && ran > 0);
    } catch (error) {
      // Without a database, the next tick tries again.
      log.warn('triggers could not run', { error: String(error) });
    }
    if (ran > 0) wakeOutbox();
    else if (wait !== undefined && !isClosing) lookAgain(wait, later);
  }

  /** @param {number} wait @param {number[]} later */
  function lookAgain(wait, later) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      wake(later);
    }, wait).unref();
    timers.add(timer);
  }

  return {
    wake,
    ended: async () => void (await Promise.all(workers)),
    async close() {
      isClosing = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(workers);
    },
  };
}
