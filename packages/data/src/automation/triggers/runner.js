/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
import { mayTrigger } from '../../gate/rows/write/may-trigger.js';
import { createHeardRows } from '../runs/heard-rows.js';
import { createRunner } from '../runs/runner.js';
import { MOST_AT_ONCE } from '../runs/workers.js';

/**
 * Starts runs of triggers as soon as the change stream tells of a change that may have started one. Without triggers, nothing
 * is asked.
 *
 * @param {Omit<Parameters<typeof createRunner>[0], 'isActive'> & Pick<Parameters<typeof createHeardRows>[0], 'catalog' | 'onCatalog' | 'stream'>} context
 */
export function createTriggerRunner(context) {
  const { catalog } = context;
  const isWanted = (/** @type {StoredCatalog} */ { triggers }) => triggers.length > 0;
  const runner = createRunner({ ...context, isActive: () => isWanted(catalog()) });
  const wake = () => runner.wake();
  const heard = createHeardRows({ ...context, isWanted, changed, missed: wake, covered: wake });

  /** @param {readonly { table: string }[]} changes */
  function changed(changes) {
    const snapshot = catalog();
    const tables = new Set(changes.map(({ table }) => table));
    for (const name of tables) if (snapshot.hasTable(name) && mayTrigger(snapshot, snapshot.table(name))) return wake();
  }

  return {
    /** Looks for runs that are due. */
    wake,
    /** Starts running triggers, in a process that serves. */
    start() {
      heard.start();
      void runner.start();
    },
    /** Runs everything that is due. @returns {Promise<void>} */
    drain: () => runner.drain(MOST_AT_ONCE),
    /** Waits for the runs under way. */
    async close() {
      heard.close();
      await runner.close();
    },
  };
}
