import { createDatabase } from '../packages/data/src/postgres/database.js';
import { ident, prepare, sql } from '../packages/data/src/sql/index.js';
import { startOwnDatabase } from './parts/own-database.js';
import { figures, isMain } from './parts/samples.js';

/**
 * Is this database near enough? Three queries in a row for all rows of an empty table, ten such calls a second: five at
 * once every half second. The first query of a call is told apart from the two that follow it: connections are opened
 * before, so both cost the same. Of the given database nothing but an empty table is needed, which is taken away again.
 *
 * node benchmarks/db-latency.js [seconds=60] [postgres://...]
 */
const TABLE = ident('public', `plinth_latency_${process.pid}`);
const AT_ONCE = 5;
const EVERY_MS = 500;

/**
 * @param {{ quick?: boolean, seconds?: number, url?: string, onProgress?: (done: number, all: number) => void }} [options]
 * @returns {Promise<object[]>} the first query of each call, and those that follow
 */
export async function run({ quick = false, seconds = quick ? 3 : 60, url, onProgress } = {}) {
  const own = url ? null : await startOwnDatabase();
  const db = createDatabase(url ?? /** @type {any} */ (own).connection);
  try {
    await db.query(sql`create table ${TABLE} (id bigint primary key, name text)`);
    await db.warm();
    const statement = prepare(sql`select * from ${TABLE}`).bind({});
    const query = () => db.query(statement);
    await query();
    const first = /** @type {number[]} */ ([]);
    const following = /** @type {number[]} */ ([]);
    const rounds = Math.ceil((seconds * 1000) / EVERY_MS);
    for (let i = 0; i < rounds; i++) {
      const next = performance.now() + EVERY_MS;
      await Promise.all(Array.from({ length: AT_ONCE }, () => call(query, first, following)));
      onProgress?.(i + 1, rounds);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
    return [
      { name: 'first query', average: average(first), ...figures(first, 'ms') },
      { name: 'following queries', average: average(following), ...figures(following, 'ms') },
    ];
  } finally {
    await db.query(sql`drop table if exists ${TABLE}`).catch(() => {});
    await db.close();
    await own?.close();
  }
}

/** @param {() => Promise<unknown>} query @param {number[]} first @param {number[]} following */
async function call(query, first, following) {
  for (let i = 0; i < 3; i++) {
    const before = performance.now();
    await query();
    (i === 0 ? first : following).push(performance.now() - before);
  }
}

/** @param {number[]} values */
function average(values) {
  return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toPrecision(4));
}

if (isMain(import.meta.url)) {
  const results = await run({ seconds: Number(process.argv[2] ?? 60), url: process.argv[3] });
  console.table(results, ['name', 'unit', 'average', 'p50', 'p90', 'p95', 'p99', 'max', 'samples']);
}
