import { createHash } from 'node:crypto';
import { ident, sql, toStatement } from '../packages/data/src/sql/index.js';
import { SYSTEM, openOwnData } from './parts/own-data.js';
import { isMain, timeEach } from './parts/samples.js';

/**
 * A list at 1,000, 100,000 and 1,000,000 rows, as its reader asks for it: the first, a deep and the last page, sorted,
 * filtered, searched for a rare and for a common word (without and with a search index), and counted. The cost of a page must not grow with its place.
 *
 * node benchmarks/at-size.js [sizes=1000,100000,1000000]
 */
const SIZES = [1000, 100_000, 1_000_000];
const READER = { userId: '00000000-0000-7000-8000-0000000000aa', roles: ['user', 'public'], system: false };
const COLUMNS = ['name', 'due', 'amount', 'status'].map((field) => ({ as: field, field }));

/**
 * @param {{ quick?: boolean, sizes?: number[], repeats?: number, onProgress?: (done: number, all: number) => void }} [options]
 * @returns {Promise<object[]>} one result for each size and operation
 */
export async function run({ quick = false, sizes = quick ? SIZES.slice(0, 2) : SIZES, repeats = 40, onProgress } = {}) {
  const own = await openOwnData();
  try {
    const results = [];
    for (const [i, rows] of sizes.entries()) {
      const table = `orders_${rows}`;
      await fill(own.data, table, rows);
      const all = Object.entries(operations(own.data, table, rows));
      for (const [name, query] of all) results.push({ name, rows, ...(await timed(query, repeats)) });
      await addSearchIndex(own.data, table);
      for (const [name, query] of all.filter(([known]) => known.startsWith('search')))
        results.push({ name: `${name}, with index`, rows, ...(await timed(query, repeats)) });
      onProgress?.(i + 1, sizes.length);
    }
    return results;
  } finally {
    await own.close();
  }
}

/** What takes long is asked less often. @param {() => Promise<() => Promise<any>>} query @param {number} repeats */
async function timed(query, repeats) {
  const ask = await query();
  const { perSecond } = await timeEach(2, ask, { warmUp: 1 });
  return timeEach(Math.max(3, Math.min(repeats, perSecond)), ask, { warmUp: 6 });
}

/** @param {import('./parts/own-data.js').OwnData['data']} data @param {string} table */
async function addSearchIndex(data, table) {
  await data.edit(SYSTEM, 'add-index', { table, kind: 'search', fields: ['name', 'status'] });
  await data.indexes.build();
  await data.db.query(toStatement(sql`analyze ${ident('app', table)}`));
}

/** @param {import('./parts/own-data.js').OwnData['data']} data @param {string} table @param {number} rows */
async function fill(data, table, rows) {
  await data.edit(SYSTEM, 'add-table', {
    name: table,
    access: { user: { read: 'all' } },
    fields: [
      { name: 'name', type: 'text', required: true },
      { name: 'due', type: 'date' },
      { name: 'amount', type: 'money' },
      { name: 'status', type: 'text' },
    ],
    indexes: [{ fields: ['due'] }, { fields: ['name'] }, { fields: ['status'] }],
  });
  await data.db.client(async (client) => {
    await client.query('set statement_timeout = 0');
    const format = await client.query({
      text: `select format('insert into app.%I (name, due, amount, status)
        select ''Order '' || md5(n::text), date ''2020-01-01'' + (n %% 2000)::int, n %% 1000,
          (array[''open'', ''paid'', ''late''])[1 + n %% 3]
        from generate_series(1, %s) n', $1::text, $2::int) as fill, format('vacuum analyze app.%I', $1::text) as tidy`,
      values: [table, rows],
    });
    await client.query(format.rows[0].fill);
    await client.query(format.rows[0].tidy);
    await client.query('reset statement_timeout');
  });
}

/** @param {import('./parts/own-data.js').OwnData['data']} data @param {string} table @param {number} rows @returns {Record<string, () => Promise<() => Promise<any>>>} */
function operations(data, table, rows) {
  const base = { table, select: COLUMNS, limit: 50, cursor: { after: 'after', before: 'before' } };
  /** @param {any} spec @param {any} [params] */
  const ask = (spec, params = {}) => {
    const full = { ...base, ...spec };
    return async () => (await data.select(READER, [{ spec: full, params }]))[0];
  };
  const byDue = [{ field: 'due' }];
  const param = { param: 'v' };
  const search = { search: { param: 'v' } };
  return {
    'first page': async () => ask({ sort: byDue }),
    'second page': async () => ask({ sort: byDue }, { after: (await ask({ sort: byDue })()).next }),
    'page in the middle': async () => {
      const where = { field: 'due', op: 'gte', value: '2022-09-27' };
      return ask({ sort: byDue }, { after: (await ask({ sort: byDue, where, limit: 1 })()).next });
    },
    'last page': async () => {
      const last = await ask({ sort: [{ field: 'due', descending: true }], limit: 50 })();
      return ask({ sort: [{ field: 'due', descending: true }] }, { before: last.next });
    },
    'filter, indexed': async () => ask({ where: { field: 'name', op: 'eq', value: param } }, { v: 'Order 1' }),
    'filter and sort': async () =>
      ask({ where: { field: 'status', op: 'eq', value: param }, sort: byDue }, { v: 'paid' }),
    'search, common word': async () => ask(search, { v: 'order' }),
    'search, rare word': async () => ask(search, { v: md5(String(rows / 2)).slice(0, 12) }),
    'search, word of 1 in 140 rows, sorted': async () => ask({ ...search, sort: byDue }, { v: 'abc' }),
    'search, no row': async () => ask(search, { v: `zzz${rows}` }),
    count: async () => ask({ limit: 1, count: 'exact' }),
  };
}

const md5 = (/** @type {string} */ text) => createHash('md5').update(text).digest('hex');

if (isMain(import.meta.url)) {
  const sizes = process.argv[2]?.split(',').map(Number);
  console.table(await run({ sizes }), ['name', 'rows', 'unit', 'p50', 'p95', 'p99', 'samples']);
}
