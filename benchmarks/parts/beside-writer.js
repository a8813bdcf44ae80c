import { setTimeout as sleep } from 'node:timers/promises';
import { round, timed } from '@plinth/cli/benchmarks';

/** @import { Values } from '@plinth/plugin' */

const PAUSE_MS = 5;
const MARK = '/* somebody writes */';

/**
 * Does something while somebody changes one row after the other on a connection of their own, and says how long they
 * waited for a lock of the work at most (0: never 50 ms), and how long the longest of these statements took in the database,
 * with the disk, which both need.
 *
 * @param {Values} data @param {ReturnType<typeof import('./database-time.js').createDatabaseTime>} time
 * @param {{ table: string, rows: number }} of @param {() => Promise<unknown>} work
 */
export async function besideWriter(data, time, { table, rows }, work) {
  const from = time.end();
  const text = 'select format($1::text, $2::text) as write';
  const values = [`update ${MARK} app.%I set amount = coalesce(amount, 0) + 1 where id = $1::int`, table];
  const [{ write }] = (await data.db.query({ text, values })).rows;
  let [isOver, pid, writes] = [false, 0, 0];
  const writing = data.db.apart(async (/** @type {import('pg').Client} */ client) => {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    pid = /** @type {any} */ (client).processID;
    for (let n = 1; !isOver; n = (n + 7919) % rows, writes++) {
      await client.query({ text: write, values: [n + 1] });
      await sleep(PAUSE_MS);
    }
  });
  const ms = await timed(async () => {
    try {
      await work();
    } finally {
      isOver = true;
    }
  });
  await writing;
  const taken = time.since(from, MARK);
  const lock = Math.max(0, ...time.locks(from, pid));
  return {
    seconds: round(ms / 1000),
    'longest lock ms': round(lock),
    'longest write ms': round(Math.max(...taken)),
    writes,
  };
}
