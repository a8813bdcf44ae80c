/** @import { Values } from '@plinth/plugin' */
/** @import { Database } from '../../../postgres/database/database.js' */
import { setTimeout as sleep } from 'node:timers/promises';
import { k } from '../../../postgres/sql/index.js';

/** How long a caller waits for the steps. */
const PATIENCE_MS = 25_000;

/**
 * The result of a run, as soon as it has ended.
 *
 * @typedef {{ state: 'waiting' | 'done' | 'failed', message: string | null, error: { code: string, message: string } | null }} Ended
 *   message: the last one of its steps; 'waiting': it takes longer than a caller waits, or is retried later
 */

/** @param {Pick<Database, 'query'>} db @param {string} run id @returns {Promise<Ended>} */
export async function endedRun(db, run) {
  const until = performance.now() + PATIENCE_MS;
  for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
    const { rows } = await db.query(
      k('plinth.trigger_runs').select('state', 'steps', 'error', 'attempts').where({ id: run }),
    );
    // One whose condition did not hold may be forgotten.
    const { state = 'done', steps = [], error = null, attempts = 0 } = rows[0] ?? {};
    const isLater = state === 'waiting' && attempts > 0;
    if (state !== 'waiting' || isLater || performance.now() > until) {
      const message = steps.findLast((/** @type {Values} */ step) => step.message)?.message ?? null;
      return { state: state === 'cancelled' ? 'failed' : state, message, error: state === 'failed' ? error : null };
    }
    await sleep(wait);
  }
}
