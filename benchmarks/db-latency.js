/** @import { Benchmark } from '@plinth/cli/benchmarks' */
/** @import { Values } from '@plinth/plugin' */
import { openDatabase } from '@plinth/data';
import { createDatabase } from '@plinth/data/testing';
import { createOwnData, figures, timed } from '@plinth/cli/benchmarks';

const AT_ONCE = 5;
const EVERY_MS = 500;
const log = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Is this database near enough? Three queries in a row for all rows of an empty table, ten such calls a second: five at
 * once every half second. The first query of a call is told apart from the two that follow it: connections are opened
 * before, so both cost the same. Of a given database nothing but an empty table is needed, which is removed again.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'G',
  about: 'round trips to the database: the embedded one, or that of --url postgres://… or DATABASE_URL',
  sizes: { seconds: [60, 3] },
  async run({ seconds }, { database: url, onProgress }) {
    const own = createOwnData({});
    const config = { dataDir: own.dataDir };
    const database = url ? null : await openDatabase({ config, purpose: 'command', log });
    const db = createDatabase(/** @type {Values} */ (url ?? database?.connection));
    const query = () => db.query({ name: 'latency', text: 'select * from public.plinth_latency', values: [] });
    const [first, following] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    const call = async () => {
      for (const times of [first, following, following]) times.push(await timed(query));
    };
    try {
      await db.query('create table if not exists public.plinth_latency (id bigint primary key, name text)');
      await db.warm();
      await query();
      const rounds = Math.ceil((seconds * 1000) / EVERY_MS);
      for (let i = 0; i < rounds; i++) {
        const next = performance.now() + EVERY_MS;
        await Promise.all(Array.from({ length: AT_ONCE }, call));
        onProgress(i + 1, rounds);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
      }
      return [
        { name: 'first query', ...figures(first, 'ms') },
        { name: 'following queries', ...figures(following, 'ms') },
      ];
    } finally {
      await db.query('drop table if exists public.plinth_latency').catch(() => {});
      await db.close();
      await database?.close();
      await own.remove();
    }
  },
};
