/** @import { Values } from '@plinth/plugin' */
import { openDatabase } from '@plinth/data';
import { createDatabase } from '@plinth/data/testing';
import { createOwnData, figures, round, runAsScript } from '@plinth/cli/benchmarks';

const AT_ONCE = 5;
const EVERY_MS = 500;
const log = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Is this database near enough? Three queries in a row for all rows of an empty table, ten such calls a second: five at
 * once every half second. The first query of a call is told apart from the two that follow it: connections are opened
 * before, so both cost the same. Of the given database nothing but an empty table is needed, which is removed again.
 *
 * node benchmarks/db-latency.js [seconds=60] [postgres://...]
 *
 * @param {{ quick?: boolean, seconds?: number, url?: string, onProgress?: (done: number, all: number) => void }}
 *   [options]
 */
export async function run({ quick = false, seconds = quick ? 3 : 60, url, onProgress } = {}) {
  const own = createOwnData({ env: {} });
  const config = { dataDir: own.dataDir };
  const database = url ? null : await openDatabase({ config, purpose: 'command', log });
  const db = createDatabase(/** @type {Values} */ (url ?? database?.connection));
  const asked = { name: 'latency', text: 'select * from public.plinth_latency', values: [] };
  const [first, following] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  try {
    await db.query('create table if not exists public.plinth_latency (id bigint primary key, name text)');
    await db.warm();
    await db.query(asked);
    const rounds = Math.ceil((seconds * 1000) / EVERY_MS);
    for (let i = 0; i < rounds; i++) {
      const next = performance.now() + EVERY_MS;
      await Promise.all(Array.from({ length: AT_ONCE }, () => call(() => db.query(asked), first, following)));
      onProgress?.(i + 1, rounds);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
    return [
      { name: 'first query', ...of(first) },
      { name: 'following queries', ...of(following) },
    ];
  } finally {
    await db.query('drop table if exists public.plinth_latency').catch(() => {});
    await db.close();
    await database?.close();
    await own.remove();
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
const of = (values) => ({
  average: round(values.reduce((sum, value) => sum + value, 0) / values.length, 3),
  ...figures(values, 'ms'),
});

const [seconds, url] = process.argv.slice(2);
await runAsScript(import.meta.url, () => run({ seconds: seconds ? Number(seconds) : undefined, url }));
