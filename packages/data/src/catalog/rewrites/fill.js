/** @import { Shadow } from '../ddl/types.d.ts' */
/** @import { Job } from './types.d.ts' */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../postgres/sql/index.js';
import { ask, refuse } from '../ddl/run.js';
import { shadowTrash } from '../ddl/shadow-names.js';
import { isBusy, LOCK_MS } from './locking.js';
import { fillSql } from './shadow-sql.js';
import { on, run } from './statements.js';

/** How long a batch may take: who writes to one of its rows waits for it. */
const BATCH_MS = 20;
const [FEWEST, MOST] = [20, 5000];
const TELL_MS = 300;
/** The planner does not know how few rows a batch has, and would read the whole table for it. */
const WAYS = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'];
const BY_KEY = WAYS.map((way) => `set enable_${way} = off`).join('; ');
const AS_USUAL = WAYS.map((way) => `reset enable_${way}`).join('; ');

/**
 * Converts all rows, some at a time, in the order of their keys.
 *
 * @param {Job} job @param {Shadow} shadow
 */
export async function fillShadow({ client, rewrite, id, stops }, shadow) {
  // An estimate by size is half off after many updates, and this takes no time beside what follows.
  const { rows: counted } = await run(client, `select count(*)::text as total from ${rewrite.name}`);
  await on(client).query(sql`update plinth.rewrites set total = ${counted[0].total}::bigint where id = ${id}::uuid`);
  const [first, next] = [true, false].map((isFirst) => fillSql(rewrite, shadow, { isFirst }));
  await run(client, `set lock_timeout = ${LOCK_MS}; ${BY_KEY}`);
  /** @type {string | null} */
  let last = null;
  let [size, done, told] = [200, 0, 0];
  while (true) {
    const started = performance.now();
    try {
      /** @type {{ rows: { rows: number, last: string | null }[] }} */
      const { rows } = await client.query(last === null ? first : next, [last, size]);
      // All that were found may just have been deleted.
      if (rows[0].rows === 0 && (await isDone(client, rewrite, last))) break;
      last = rows[0].last ?? last;
      done += rows[0].rows;
    } catch (error) {
      if (!isBusy(error)) throw error;
      size = FEWEST;
      await sleep(20 + Math.random() * 80);
    }
    const now = performance.now();
    size = Math.round(Math.min(MOST, Math.max(FEWEST, (size * BATCH_MS) / (now - started), size / 2), size * 2));
    if (now - told < TELL_MS) continue;
    told = now;
    await stops({ done });
    await refuseFailed(client, rewrite, shadow);
  }
  await client.query(AS_USUAL);
  await stops({ done });
  await refuseFailed(client, rewrite, shadow);
}

/** @param {Job['client']} client @param {Job['rewrite']} rewrite @param {string | null} last */
async function isDone(client, { name, key }, last) {
  const text = `select from ${name} where $1::${key} is null or "id" > $1::${key} limit 1`;
  const { rows } = await client.query(text, [last]);
  return rows.length === 0;
}

/**
 * Somebody may write a value that can't be converted at any time. All of them are counted then, as before the start.
 *
 * @param {Job['client']} client @param {Job['rewrite']} rewrite @param {Shadow} shadow
 */
async function refuseFailed(client, { questions }, { field, mayEmpty }) {
  if (mayEmpty) return;
  const { rows } = await run(client, `select from ${shadowTrash(field)} where failed limit 1`);
  if (rows.length === 0) return;
  for (const question of questions) refuse(await ask(on(client), question));
}
