/** @import { Database } from '../../postgres/database/database.js' */
import { createRunner } from '../runs/runner.js';
import { sql } from '../../postgres/sql/index.js';
import { createRowWaits } from './row-waits.js';

/**
 * Goes on with runs of workflows: when one was started in this process, when the change stream tells of a row that one
 * waits for, and when one is due. Without workflows, no statement is sent.
 *
 * @param {Omit<Parameters<typeof createRunner>[0], 'isActive'> & Omit<Parameters<typeof createRowWaits>[0], 'wake'>} context
 */
export function createWorkflowRunner(context) {
  const { db, catalog } = context;
  const runner = createRunner({ ...context, isActive });
  const rowWaits = createRowWaits({ ...context, wake: () => runner.wake() });
  // Deleted workflows may still have runs.
  let hasRuns = false;

  function isActive() {
    return hasRuns || catalog().workflows.length > 0;
  }

  return {
    isActive,
    wake: () => {
      hasRuns = true;
      runner.wake();
    },
    /** Called after a transaction that may have started runs. */
    wakeStarted: () => {
      if (hasRuns) runner.wake([]);
    },
    /** Begins to run workflows, in a process that serves. */
    async start() {
      rowWaits.start();
      hasRuns = await someRuns(db);
      await runner.start();
    },
    look: runner.look,
    /** Runs everything that is due. */
    drain: () => runner.drain(),
    async close() {
      rowWaits.close();
      await runner.close();
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
