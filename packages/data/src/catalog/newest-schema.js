import { setTimeout as sleep } from 'node:timers/promises';
import { isDeadlock, isStaleSchema } from '../postgres/index.js';

/** Edits may follow each other quickly; each makes a statement of before it fail once. */
const TRIES = 5;

/**
 * Runs what was compiled for a Catalog; when an edit has changed the schema in between, once more with the newest one.
 * So does what the database rolled back to end a deadlock: nothing of it is left, and the other one is through soon.
 *
 * @template T
 * @param {() => Promise<T>} attempt compiles for the Catalog of now, and runs
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
