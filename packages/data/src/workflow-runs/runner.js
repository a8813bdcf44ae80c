/** @import { StoredCatalog } from '../catalog/types.d.ts' */
/** @import { Change, ChangeEvent, ChangeStream } from '../changes/types.d.ts' */
/** @import { Log } from '../create-data.js' */
/** @import { Database } from '../postgres/database.js' */
import { everyStep, memoize } from '@plinth/plugin';
import { createWorkers } from '../runs/workers.js';
import { sql } from '../sql/index.js';
import { NEXT_DUE } from './claims.js';

/** In case nothing tells of a run: what happened while no process listened. */
const TICK_MS = 30_000;
/** Changes of one transaction that are looked up by key. */
const MOST_KEYS = 1000;

/**
 * Goes on with runs of workflows: when one was started in this process, when the change stream tells of a row that one
 * waits for, and when a time has come. Where there are no workflows, nothing is asked.
 *
 * @param {{ db: Database, registry: import('@plinth/plugin').Registry, catalog: () => StoredCatalog, stream: ChangeStream | null,
 *   log: Log, runNext: () => Promise<boolean>, ranSome: () => void, tidy: () => Promise<void> }} context
 *   tidy: what is looked after from time to time
 */
export function createWorkflowRunner({ db, registry, catalog, stream, log, runNext, ranSome, tidy }) {
  const workers = createWorkers({ log, runNext: nextOrLater, ranSome });
  const waitingTables = memoize((/** @type {StoredCatalog} */ snapshot) => tablesWithWaits(snapshot, registry));
  /** @type {(() => void) | undefined} */
  let off;
  /** @type {NodeJS.Timeout | undefined} */
  let tick;
  /** @type {NodeJS.Timeout | undefined} */
  let later;
  let isClosed = false;
  // Of workflows that were deleted since, runs may remain.
  let hasRuns = false;

  const isActive = () => hasRuns || catalog().workflows.length > 0;

  async function nextOrLater() {
    if (await runNext()) return true;
    const { rows } = await db.query(NEXT_DUE);
    const ms = rows[0].ms === null ? null : Number(rows[0].ms);
    clearTimeout(later);
    // One that is due already is being worked on.
    if (ms !== null && ms > 0 && !isClosed) later = setTimeout(() => workers.wake([]), ms + 5).unref();
    return false;
  }

  /** @param {ChangeEvent} event */
  function hear(event) {
    if (!isActive() || event.kind === 'reset') return;
    const tables = waitingTables(catalog());
    if (tables.size === 0) return;
    const concerned = event.changes.filter(({ schema, table }) => schema === 'app' && tables.has(table));
    if (concerned.length > 0)
      wakeWaiting(concerned).catch((error) => log.warn('waiting runs could not be woken', { error: String(error) }));
  }

  /** @param {readonly Change[]} changes */
  async function wakeWaiting(changes) {
    if ((await wakeRows(db, catalog(), changes)) > 0) workers.wake();
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
    /** Begins to run workflows, in a process that serves. */
    async start() {
      off = stream?.subscribe(hear);
      tick = setInterval(look, TICK_MS).unref();
      hasRuns = await someRuns(db);
      if (!isClosed) await look();
    },
    look,
    /** Runs everything that is due. */
    async drain() {
      do await workers.ended();
      while (await runNext());
      ranSome();
    },
    async close() {
      isClosed = true;
      off?.();
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

/**
 * Those that wait for these rows look at their conditions.
 *
 * @param {Database} db @param {StoredCatalog} catalog @param {readonly Change[]} changes
 */
async function wakeRows(db, catalog, changes) {
  let woken = 0;
  for (const [name, of] of Map.groupBy(changes, ({ table }) => table)) {
    if (!catalog.hasTable(name)) continue;
    const isAny = of.length > MOST_KEYS || of.some(({ key }) => key === null);
    const keys = isAny ? [] : of.map(({ key }) => String(key?.[0]));
    const { rowCount } = await db.query(sql`
      update plinth.workflow_tokens
         set due_at = now()
       where waits = 'row' and table_id = ${catalog.table(name).id}::uuid and due_at > now()
         and (${isAny} or row_key = any(${keys}::text[]))`);
    woken += rowCount ?? 0;
  }
  return woken;
}

/** Tables whose rows a workflow may wait for. @param {StoredCatalog} catalog @param {import('@plinth/plugin').Registry} registry @returns {Set<string>} */
function tablesWithWaits({ workflows, tables }, registry) {
  const waiting = workflows.filter(({ steps, onError }) =>
    [...everyStep(steps, registry), ...everyStep(onError, registry)].some(
      ({ kind, for: what }) => kind === 'wait' && what === 'row',
    ),
  );
  // In a loop, it may be the row of another table.
  return waiting.length === 0 ? new Set() : new Set(tables.filter(({ system }) => !system).map(({ name }) => name));
}
