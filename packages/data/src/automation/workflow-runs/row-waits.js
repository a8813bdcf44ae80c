/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Change, ChangeStream } from '../../postgres/changes/types.d.ts' */
/** @import { Log } from '../../create-data.js' */
/** @import { Database } from '../../postgres/database/database.js' */
import { everyStep, memoize } from '@plinth/plugin';
import { sql } from '../../postgres/sql/index.js';
import { createHeardRows } from '../runs/heard-rows.js';

/** Changes of one transaction that are looked up by key. */
const MOST_KEYS = 1000;

/**
 * Wakes the runs that wait for rows when the change stream reports them.
 *
 * @param {{ db: Database, registry: import('@plinth/plugin').Registry, catalog: () => StoredCatalog,
 *   onCatalog(listener: (catalog: StoredCatalog) => void): () => void, stream: ChangeStream | null, log: Log, wake: () => void }} context
 *   wake: some are due
 */
export function createRowWaits({ db, registry, catalog, onCatalog, stream, log, wake }) {
  const waitingTables = memoize((/** @type {StoredCatalog} */ snapshot) => tablesWithWaits(snapshot, registry));
  const isWanted = (/** @type {StoredCatalog} */ snapshot) => waitingTables(snapshot).size > 0;
  const heard = createHeardRows({ stream, log, catalog, onCatalog, isWanted, changed, missed: lookAll });

  /** @param {readonly Change[]} changes */
  function changed(changes) {
    const tables = waitingTables(catalog());
    const concerned = changes.filter(({ table }) => tables.has(table));
    if (concerned.length > 0)
      wakeWaiting(concerned).catch((error) => log.warn('waiting runs could not be woken', { error: String(error) }));
  }

  /** Checks all waits: changes may have been missed. */
  function lookAll() {
    db.query(LOOK_ALL).then(
      ({ rowCount }) => rowCount && wake(),
      (error) => log.warn('waiting runs could not be woken', { error: String(error) }),
    );
  }

  /** @param {readonly Change[]} changes */
  async function wakeWaiting(changes) {
    if ((await wakeRows(db, catalog(), changes)) > 0) wake();
  }

  return {
    start() {
      heard.start();
      if (stream && isWanted(catalog())) lookAll();
    },
    close: heard.close,
  };
}

/** Those that are looked at soon anyway are left alone, so that several processes that start ask once. */
const LOOK_ALL = sql`
  update plinth.workflow_tokens
     set due_at = now()
   where waits in ('row', 'task') and table_id is not null and due_at > now() + interval '31 seconds'`;

/**
 * Lets runs that wait for these rows check their conditions.
 *
 * @param {Database} db @param {StoredCatalog} catalog @param {readonly Change[]} changes
 */
async function wakeRows(db, catalog, changes) {
  let woken = 0;
  for (const [name, of] of Map.groupBy(changes, ({ table }) => table)) {
    if (!catalog.hasTable(name)) continue;
    const isAny = of.length > MOST_KEYS || of.some(({ key }) => key === null);
    const keys = isAny ? [] : of.map(({ key }) => String(key?.[0]));
    const concerned = sql`table_id = ${catalog.table(name).id}::uuid and (${isAny} or row_key = any(${keys}::text[]))`;
    // Two conditions, so that each has its index.
    const { rowCount } = await db.query(sql`
      update plinth.workflow_tokens
         set due_at = now()
       where waits = 'row' and ${concerned} or waits = 'task' and ${concerned}`);
    woken += rowCount ?? 0;
  }
  return woken;
}

/** Tables whose rows a workflow may wait for. @param {StoredCatalog} catalog @param {import('@plinth/plugin').Registry} registry @returns {Set<string>} */
function tablesWithWaits({ workflows, tables }, registry) {
  const waiting = workflows.filter(({ steps, onError }) =>
    [...everyStep(steps, registry), ...everyStep(onError, registry)].some(
      ({ kind, for: what, endWhen }) => (kind === 'wait' && what === 'row') || (kind === 'task' && endWhen),
    ),
  );
  // In a loop, it may be the row of another table.
  return waiting.length === 0 ? new Set() : new Set(tables.filter(({ system }) => !system).map(({ name }) => name));
}
