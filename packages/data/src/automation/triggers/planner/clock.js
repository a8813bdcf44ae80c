/** @import { StoredCatalog } from '../../../catalog/types.d.ts' */
/** @import { ChangeEvent, ChangeStream } from '../../../postgres/changes/types.d.ts' */
/** @import { Log } from '../../../create-data.js' */

/** The longest timer, so that changes of the machine's clock are noticed. */
const LONGEST_MS = 60_000;
/** How soon to look again: another process may be busy with a due trigger. */
const SHORTEST_MS = 250;
/** How long changes of rows are collected. */
const GATHER_MS = 1000;

/**
 * Wakes the planner when a planned time comes, the metadata changes, or rows with times change. Without planned triggers,
 * nothing is asked.
 *
 * @typedef {ReturnType<typeof import('./plans.js').createPlans> & { startNext: () => Promise<boolean> }} Planner
 * @param {{ planner: Planner, catalog: () => StoredCatalog,
 *   onCatalog(listener: (catalog: StoredCatalog) => void): () => void, stream: ChangeStream | null, log: Log,
 *   wake: () => void }} context wake: tells the runner that there is something to do
 */
export function createClock({ planner, catalog, onCatalog, stream, log, wake }) {
  /** @type {(() => void)[]} */
  const off = [];
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let isClosing = false;
  /** @type {Promise<void>} */
  let busy = Promise.resolve();

  /** One thing after another. @param {() => Promise<unknown>} work */
  function soon(work) {
    busy = busy.then(async () => {
      if (isClosing) return;
      try {
        await work();
        await startDue();
      } catch (error) {
        // Without a database, the next time tries again.
        log.warn('triggers could not be planned', { error: String(error) });
        arm(LONGEST_MS);
      }
    });
  }

  async function startDue() {
    let started = false;
    while (!isClosing && (await planner.startNext())) started = true;
    if (started) wake();
    const ms = await planner.untilNext();
    if (ms !== null) arm(ms);
  }

  /** @param {number} ms */
  function arm(ms) {
    clearTimeout(timer);
    if (isClosing) return;
    timer = setTimeout(() => soon(async () => {}), Math.min(Math.max(ms, SHORTEST_MS), LONGEST_MS)).unref();
  }

  const known = () => timedTables(catalog());
  const rows = gatherTables(known, (tables) => soon(() => planner.planRows(tables)));

  return {
    start() {
      off.push(onCatalog(({ triggers }) => (triggers.length > 0 ? soon(planner.plan) : undefined)));
      if (stream) off.push(stream.subscribe(rows.hear));
      if (catalog().triggers.length === 0) return;
      soon(async () => {
        await planner.plan();
        await planner.planRows(known());
      });
    },
    /** Plans again, when what was planned has been forgotten. */
    replan: () => soon(planner.plan),
    /** Plans, and starts everything that is due. */
    async drain() {
      await busy;
      if (catalog().triggers.length === 0) return;
      await planner.plan();
      await planner.planRows(known());
      while (await planner.startNext());
    },
    async close() {
      isClosing = true;
      for (const end of off) end();
      clearTimeout(timer);
      rows.close();
      await busy;
    },
  };
}

/** Tables of triggers that rows may start by their times. @param {StoredCatalog} catalog */
const timedTables = ({ triggers }) =>
  new Set(triggers.flatMap(({ table, source }) => (table && source !== 'rows' ? [table] : [])));

/**
 * Listens to changed tables, and reports them together.
 *
 * @param {() => Set<string>} tablesNow @param {(tables: Set<string>) => void} tell
 */
function gatherTables(tablesNow, tell) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Set<string>} */
  let changed = new Set();

  function end() {
    timer = undefined;
    const these = changed;
    changed = new Set();
    tell(these);
  }

  return {
    /** @param {ChangeEvent} event */
    hear(event) {
      const known = tablesNow();
      if (known.size === 0) return;
      for (const table of event.kind === 'reset' ? known : tablesOf(event)) if (known.has(table)) changed.add(table);
      if (changed.size > 0) timer ??= setTimeout(end, GATHER_MS).unref();
    },
    close: () => clearTimeout(timer),
  };
}

/** @param {Extract<ChangeEvent, { changes: unknown }>} event */
const tablesOf = ({ changes }) => changes.flatMap(({ schema, table }) => (schema === 'app' ? [table] : []));
