/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { timeCalls, withOwnApp } from '@plinth/cli/benchmarks';
import { askFor, fillOrders } from './parts/orders.js';

const GOAL_MS = 5;
const CALLS = 40;
/** @type {readonly [string, boolean][]} */
const SORTS = [
  ['id', false],
  ['due', false],
  ['due', true],
  ['name', false],
];
/** Values in the middle of each order. @param {number} rows @returns {Record<string, unknown>} */
const middleOf = (rows) => ({ id: Math.trunc(rows / 2), due: '2022-09-27', name: 'Order 8' });

/**
 * Sorted by an indexed field: at the beginning, deep inside and at the end, there and back. Measured is the time from asking
 * the gate to its answer, an upper bound of the database's own.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'H',
  about: `pages of a list of 1,000,000 rows, sorted and deep inside: at most ${GOAL_MS} ms each`,
  isApart: true,
  sizes: { rows: [1_000_000, 20_000] },
  run: ({ rows }, { fail }) =>
    withOwnApp(async ({ data }, operator) => {
      await fillOrders(data, operator, 'orders', rows);
      const ask = askFor(data, 'orders', ['name', 'due', 'amount']);
      const results = [];
      for (const [field, descending] of SORTS) {
        const sort = [{ field, descending }];
        const page = (/** @type {object} */ params) => ask({ sort }, params);
        const from = async (/** @type {object} */ where) => (await ask({ sort, where, limit: 1 })).next;
        const middle = await from({ field, op: descending ? 'lte' : 'gte', value: middleOf(rows)[field] });
        /** @type {Record<string, object>} */
        const places = {
          first: {},
          second: { after: (await page({})).next },
          middle: { after: middle },
          'middle, back': { before: middle },
        };
        if (field === 'due') {
          const empty = await from({ field, op: 'empty' });
          Object.assign(places, { 'empty ones': { after: empty }, 'empty ones, back': { before: empty } });
        }
        for (const [name, params] of Object.entries(places)) {
          const { p50, p95 } = await timeCalls(CALLS, () => page(params), { warmUp: 10 });
          const by = `${field}${descending ? ' desc' : ''}`;
          results.push({ sort: by, page: name, 'p50 ms': p50 / 1000, 'p95 ms': p95 / 1000 });
        }
      }
      if (results.some((result) => result['p50 ms'] > GOAL_MS)) fail(`a page took more than ${GOAL_MS} ms`);
      return results;
    }),
};
