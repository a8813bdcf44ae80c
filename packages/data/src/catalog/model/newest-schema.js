import { setTimeout as sleep } from 'node:timers/promises';
import { isDeadlock, isStaleSchema } from '../../postgres/database/index.js';

/** Edits may follow each other quickly, and each may make a statement fail once. */
const TRIES = 5;

/**
 * Runs statements compiled for a Catalog, and retries with the newest one if an edit has changed the schema in between.
 * Transactions that were rolled back to end a deadlock are retried, too.
 *
 * @template T
 * @param {() => Promise<T>} attempt compiles for the current Catalog and runs
 * @param {(() => Promise<unknown>) | undefined} reload
 * @returns {Promise<T>}
 */
export async function withNewestSchema(attempt, reload) {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= TRIES) throw error;
      if (isDeadlock(error)) await sleep(20 + Math.random() * 80);
      else if (isStaleSchema(error) && reload) await reload();
      else throw error;
    }
  }
}
