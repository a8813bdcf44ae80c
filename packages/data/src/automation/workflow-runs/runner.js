/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Log } from '../../create-data.js' */
/** @import { Database } from '../../postgres/database/database.js' */
import { createWorkers } from '../runs/workers.js';
import { sql } from '../../postgres/sql/index.js';
import { createRowWaits } from './row-waits.js';

/** In case nothing tells of a run: what happened while no process listened. */
const TICK_MS = 30_000;

/**
 * Goes on with runs of workflows: when one was started in this process, when the change stream tells of a row that one
 * waits for, and when a time has come. Where there are no workflows, nothing is asked.
 *
 * @param {Omit<Parameters<typeof createRowWaits>[0], 'wake'> & { catalog: () => StoredCatalog, log: Log,
 *   runNext: () => Promise<{ isRun: boolean, next: number | null }>, ranSome: () => void, tidy: () => Promise<void> }} context
 *   next: ms until a run is due, if none was; tidy: what is looked after from time to time
 */
export function createWorkflowRunner(context) {
  const { db, catalog, log, runNext, ranSome, tidy } = context;
  const workers = createWorkers({ log, runNext: nextOrLater, ranSome });
  const rowWaits = createRowWaits({ ...context, wake: () => workers.wake() });
  /** @type {NodeJS.Timeout | undefined} */
  let tick;
  /** @type {NodeJS.Timeout | undefined} */
  let later;
  let wakesAt = Infinity;
  let isClosed = false;
  // Of workflows that were deleted since, runs may remain.
  let hasRuns = false;

  const isActive = () => hasRuns || catalog().workflows.length > 0;

  async function nextOrLater() {
    const { isRun, next } = await runNext();
    if (next !== null) wakeIn(Math.max(next, 0) + 5);
    return isRun;
  }

  /** Several workers ask; the nearest time counts. @param {number} ms */
  function wakeIn(ms) {
    const at = performance.now() + ms;
    if (isClosed || at >= wakesAt) return;
    clearTimeout(later);
    wakesAt = at;
    later = setTimeout(() => {
      wakesAt = Infinity;
      workers.wake([]);
    }, ms).unref();
  }

  async function look() {
    if (!isActive()) return;
    await tidy().catch((error) => log.warn('tasks could not be looked after', { error: String(error) }));
    workers.wake([]);
  }

  return {
    isActive,
    wake: () => {
      hasRuns = true;
      workers.wake();
    },
    /** A transaction has ended that may have started runs. */
    wakeStarted: () => {
      if (hasRuns) workers.wake([]);
    },
    /** Begins to run workflows, in a process that serves. */
    async start() {
      rowWaits.start();
      tick = setInterval(look, TICK_MS).unref();
      hasRuns = await someRuns(db);
      if (!isClosed) await look();
    },
    look,
    /** Runs everything that is due. */
    async drain() {
      do await workers.ended();
      while ((await runNext()).isRun || workers.isBusy());
      ranSome();
    },
    async close() {
      isClosed = true;
      rowWaits.close();
      clearInterval(tick);
      clearTimeout(later);
      await workers.close();
    },
  };
}

/** @param {Database} db */
async function someRuns(db) {
  try {
    const { rows } = await db.query(sql`select exists (select from plinth.workflow_tokens) as has`);
    return rows[0].has;
  } catch {
    // Without a database, the next tick looks.
    return true;
  }
}
