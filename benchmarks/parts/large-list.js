import { createHash } from 'node:crypto';
import { askFor } from './orders.js';

/** @import { Values } from '@plinth/plugin' */
/** @typedef {{ what: string, goal: number | null, calls: ((i: number) => Promise<any>)[] }} Question goal: ms of the database */

const DAYS = 2000;
const GOALS = { page: 5, filter: 10, search: 50, totals: 1500 };

/**
 * What readers ask of a table of orders. Each call of a question is for another place or value.
 *
 * @param {Values} data @param {string} table @param {number} rows @param {number} count calls of each
 * @returns {Promise<Question[]>}
 */
export async function readersQuestions(data, table, rows, count) {
  const page = askFor(data, table, ['name', 'due', 'amount', 'status']);
  const groups = askFor(data, table, []);
  const places = Array.from({ length: count }, (_, i) => (i + 0.5) / count);
  const at = (/** @type {number} */ share) => Math.trunc(share * rows) + 1;
  /** @param {string} what @param {number | null} goal @param {(share: number, i: number) => Promise<any>} call @returns {Question} */
  const each = (what, goal, call) => ({ what, goal, calls: places.map((share, i) => () => call(share, i)) });
  const by = (/** @type {string} */ field, descending = false) => ({ sort: [{ field, descending }] });
  const of = (/** @type {string} */ field, op = 'eq') => ({ where: { field, op, value: { param: 'v' } } });
  const searched =
    (/** @type {(i: number) => string} */ word, /** @type {object} */ spec = {}) =>
    (/** @type {number} */ share) =>
      page({ search: { param: 'v' }, ...spec }, { v: word(at(share)) });
  const total = { limit: 500, cursor: undefined, totals: [{ as: 'value', aggregate: 'sum', field: 'amount' }] };
  const count12 = { ...total, totals: [{ as: 'value', aggregate: 'count' }] };
  const months = {
    where: { field: 'due', op: 'gte', value: dayOf(1 - 365 / DAYS) },
    groups: [{ as: 'c1', field: 'due', step: 'month' }],
  };
  const status = { groups: [{ as: 'c1', field: 'status' }] };
  return [
    ...(await pagesOf(page, each, places, rows)),
    each('filter, one row', GOALS.filter, (share) => page(of('name'), { v: `Order ${md5(at(share))}` })),
    each('filter of a third, sorted', GOALS.filter, () => page({ ...of('status'), ...by('due') }, { v: 'paid' })),
    each('filter of 1 in 1,000, sorted', GOALS.filter, (_, i) => page({ ...of('customer'), ...by('due') }, { v: i })),
    each('filter of a day', GOALS.filter, (share) => page(of('due'), { v: dayOf(share) })),
    each(
      'search, rare word',
      GOALS.search,
      searched((n) => md5(n).slice(0, 12)),
    ),
    each(
      'search, 1 in 140 rows, sorted',
      GOALS.search,
      searched((n) => md5(n).slice(0, 3), by('due')),
    ),
    each(
      'search, common word',
      GOALS.search,
      searched(() => 'order'),
    ),
    each(
      'search, no row',
      GOALS.search,
      searched((n) => `zzz${n}`),
    ),
    each('count, as lists show it', GOALS.page, () => page({ limit: 1, count: 'about' })),
    few(each('totals by status', GOALS.totals, () => groups({ ...total, ...status }))),
    few(each('rows by status', GOALS.totals, () => groups({ ...count12, ...status }))),
    few(each('total of 12 months', GOALS.totals, () => groups({ ...total, ...months }))),
    few(each('rows of 12 months', GOALS.totals, () => groups({ ...count12, ...months }))),
  ];
}

/** Those that read the whole table. @param {Question} question */
const few = ({ what, goal, calls }) => ({ what, goal, calls: calls.slice(0, 5) });

/**
 * @param {ReturnType<typeof askFor>} page @param {(what: string, goal: number, call: (share: number, i: number) => Promise<any>) => Question} each
 * @param {readonly number[]} places @param {number} rows
 */
async function pagesOf(page, each, places, rows) {
  /** @type {Question[]} */
  const all = [];
  /** @type {[string, (share: number) => unknown, object][]} */
  const sorts = [
    ['id', (share) => Math.trunc(share * rows), { field: 'id', op: 'gte', value: rows - 60 }],
    [
      'due',
      dayOf,
      {
        all: [
          { field: 'due', op: 'empty' },
          { field: 'id', op: 'gte', value: rows - 1100 },
        ],
      },
    ],
    [
      'name',
      (share) =>
        `Order ${Math.trunc(share * 65_536)
          .toString(16)
          .padStart(4, '0')}`,
      { field: 'name', op: 'gte', value: 'Order ffff' },
    ],
  ];
  for (const [field, valueAt, end] of sorts) {
    const sort = [{ field, descending: false }];
    const from = async (/** @type {object} */ where) => (await page({ sort, where, limit: 1 })).next;
    /** @type {unknown[]} */
    const deep = [];
    for (const share of places) deep.push(await from({ field, op: 'gte', value: valueAt(share) }));
    const last = await from(end);
    all.push(
      each(`first page by ${field}`, GOALS.page, () => page({ sort })),
      each(`deep page by ${field}`, GOALS.page, (_, i) => page({ sort }, { after: deep[i] })),
      each(`deep page by ${field}, back`, GOALS.page, (_, i) => page({ sort }, { before: deep[i] })),
      each(`last page by ${field}`, GOALS.page, () => page({ sort }, { after: last })),
    );
  }
  return all;
}

const md5 = (/** @type {number} */ n) => createHash('md5').update(String(n)).digest('hex');

/** @param {number} share of the days that orders are due on */
const dayOf = (share) => new Date(Date.UTC(2020, 0, 1 + Math.trunc(share * DAYS))).toISOString().slice(0, 10);
