/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { createHash } from 'node:crypto';
import { timeCalls, withOwnApp } from '@plinth/cli/benchmarks';
import { askFor, fillOrders } from './parts/orders.js';

const COLUMNS = ['name', 'due', 'amount', 'status'];

/**
 * As a reader asks for it: the first, a deep and the last page, sorted, filtered, searched for a rare and for a common word
 * (without and with a search index), and counted. The cost of a page must not grow with its place.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'H',
  about: 'a list of 1,000 to 1,000,000 rows: pages, filters, searches, count',
  sizes: {
    rows: [
      [1000, 100_000, 1_000_000],
      [1000, 100_000],
    ],
    calls: [40, 40],
  },
  run: ({ rows: sizes, calls }, { onProgress }) =>
    withOwnApp(async ({ data }, operator) => {
      /** @type {object[]} */
      const results = [];
      for (const [i, rows] of sizes.entries()) {
        const table = `orders_${rows}`;
        await fillOrders(data, operator, table, rows);
        const all = Object.entries(operations(askFor(data, table, COLUMNS), rows));
        const time = async (/** @type {string} */ name, /** @type {Query} */ query) =>
          results.push({ name, rows, ...(await timeQuery(query, calls)) });
        for (const [name, query] of all) await time(name, query);
        await data.edit(operator, 'add-index', { table, kind: 'search', fields: ['name', 'status'] });
        await data.indexes.build();
        await data.db.query('analyze');
        for (const [name, query] of all) if (name.startsWith('search')) await time(`${name}, with index`, query);
        onProgress(i + 1, sizes.length);
      }
      return results;
    }),
};

/** @typedef {() => Promise<[spec: object, params?: object]>} Question */
/** @typedef {() => Promise<() => Promise<any>>} Query */

/** Slow queries are repeated less often. @param {Query} query @param {number} calls */
async function timeQuery(query, calls) {
  const ask = await query();
  const { perSecond } = await timeCalls(2, ask, { warmUp: 1 });
  return timeCalls(Math.max(3, Math.min(calls, perSecond)), ask, { warmUp: 6 });
}

/** @param {ReturnType<typeof askFor>} page @param {number} rows @returns {Record<string, Query>} */
function operations(page, rows) {
  const byDue = { sort: [{ field: 'due' }] };
  const last = { sort: [{ field: 'due', descending: true }] };
  const middle = { ...byDue, where: { field: 'due', op: 'gte', value: '2022-09-27' }, limit: 1 };
  const search = { search: { param: 'v' } };
  const by = (/** @type {string} */ field) => ({ where: { field, op: 'eq', value: { param: 'v' } } });
  const always = (/** @type {object} */ spec, v = '') => from(async () => [spec, { v }]);
  const from = (/** @type {Question} */ question) => async () => {
    const asked = await question();
    return () => page(...asked);
  };
  return {
    'first page': always(byDue),
    'second page': from(async () => [byDue, { after: (await page(byDue)).next }]),
    'page in the middle': from(async () => [byDue, { after: (await page(middle)).next }]),
    'last page': from(async () => [last, { before: (await page(last)).next }]),
    'filter, indexed': always(by('name'), 'Order 1'),
    'filter and sort': always({ ...by('status'), ...byDue }, 'paid'),
    'search, common word': always(search, 'order'),
    'search, rare word': always(search, md5(String(rows / 2)).slice(0, 12)),
    'search, word of 1 in 140 rows, sorted': always({ ...search, ...byDue }, 'abc'),
    'search, no row': always(search, `zzz${rows}`),
    count: always({ limit: 1, count: 'exact' }),
  };
}

const md5 = (/** @type {string} */ text) => createHash('md5').update(text).digest('hex');
