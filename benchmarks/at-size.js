import { createHash } from 'node:crypto';
import { runAsScript, timeCalls, withOwnApp } from '@plinth/cli/benchmarks';
import { READER, fillOrders } from './orders.js';

const SIZES = [1000, 100_000, 1_000_000];
const COLUMNS = ['name', 'due', 'amount', 'status'].map((field) => ({ as: field, field }));

/**
 * A list at 1,000, 100,000 and 1,000,000 rows, as its reader asks for it: the first, a deep and the last page, sorted,
 * filtered, searched for a rare and for a common word (without and with a search index), and counted. The cost of a page must
 * not grow with its place.
 *
 * node benchmarks/at-size.js [sizes=1000,100000,1000000]
 *
 * @param {{ quick?: boolean, sizes?: number[], repeats?: number, onProgress?: (done: number, all: number) => void }}
 *   [options]
 */
export function run({ quick = false, sizes = quick ? SIZES.slice(0, 2) : SIZES, repeats = 40, onProgress } = {}) {
  return withOwnApp(async ({ data }, operator) => {
    const results = [];
    for (const [i, rows] of sizes.entries()) {
      const table = `orders_${rows}`;
      await fillOrders(data, operator, table, rows);
      const all = Object.entries(operations(data, table, rows));
      for (const [name, query] of all) results.push({ name, rows, ...(await timed(query, repeats)) });
      await data.edit(operator, 'add-index', { table, kind: 'search', fields: ['name', 'status'] });
      await data.indexes.build();
      await data.db.query('analyze');
      for (const [name, query] of all.filter(([known]) => known.startsWith('search')))
        results.push({ name: `${name}, with index`, rows, ...(await timed(query, repeats)) });
      onProgress?.(i + 1, sizes.length);
    }
    return results;
  });
}

/** Slow queries are repeated less often. @param {() => Promise<() => Promise<unknown>>} query @param {number} repeats */
async function timed(query, repeats) {
  const ask = await query();
  const { perSecond } = await timeCalls(2, ask, { warmUp: 1 });
  return timeCalls(Math.max(3, Math.min(repeats, perSecond)), ask, { warmUp: 6 });
}

/**
 * @param {any} data
 * @param {string} table
 * @param {number} rows
 * @returns {Record<string, () => Promise<() => Promise<any>>>}
 */
function operations(data, table, rows) {
  const base = { table, select: COLUMNS, limit: 50, cursor: { after: 'after', before: 'before' } };
  /** @param {any} spec @param {any} [params] */
  const ask = (spec, params = {}) => {
    const full = { ...base, ...spec };
    return async () => (await data.select(READER, [{ spec: full, params }]))[0];
  };
  const byDue = [{ field: 'due' }];
  const last = { sort: [{ field: 'due', descending: true }] };
  const search = { search: { param: 'v' } };
  const by = (/** @type {string} */ field) => ({ where: { field, op: 'eq', value: { param: 'v' } } });
  return {
    'first page': async () => ask({ sort: byDue }),
    'second page': async () => ask({ sort: byDue }, { after: (await ask({ sort: byDue })()).next }),
    'page in the middle': async () => {
      const where = { field: 'due', op: 'gte', value: '2022-09-27' };
      return ask({ sort: byDue }, { after: (await ask({ sort: byDue, where, limit: 1 })()).next });
    },
    'last page': async () => ask(last, { before: (await ask(last)()).next }),
    'filter, indexed': async () => ask(by('name'), { v: 'Order 1' }),
    'filter and sort': async () => ask({ ...by('status'), sort: byDue }, { v: 'paid' }),
    'search, common word': async () => ask(search, { v: 'order' }),
    'search, rare word': async () => ask(search, { v: md5(String(rows / 2)).slice(0, 12) }),
    'search, word of 1 in 140 rows, sorted': async () => ask({ ...search, sort: byDue }, { v: 'abc' }),
    'search, no row': async () => ask(search, { v: `zzz${rows}` }),
    count: async () => ask({ limit: 1, count: 'exact' }),
  };
}

const md5 = (/** @type {string} */ text) => createHash('md5').update(text).digest('hex');

const sizes = process.argv[2]?.split(',').map(Number);
await runAsScript(import.meta.url, () => run({ sizes }));
