import { SYSTEM, openOwnData } from './parts/own-data.js';
import { isMain, timeEach } from './parts/samples.js';

/**
 * A list at 1,000, 100,000 and 1,000,000 rows, as its reader asks for it: the first, a deep and the last page, sorted,
 * filtered, searched for a rare and for a common word, and counted. The cost of a page must not grow with its place.
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
      for (const [name, query] of Object.entries(operations(own.data, table, rows))) {
        const ask = await query();
        // What takes long is asked less often.
        const { perSecond } = await timeEach(2, ask, { warmUp: 1 });
        const figures = await timeEach(Math.max(3, Math.min(repeats, perSecond)), ask, { warmUp: 6 });
        results.push({ name, rows, ...figures });
      }
      onProgress?.(i + 1, sizes.length);
    }
    return results;
  } finally {
    await own.close();
  }
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
    'search, rare word': async () => ask(search, { v: `zz${rows}` }),
    count: async () => ask({ limit: 1, count: 'exact' }),
  };
}

if (isMain(import.meta.url)) {
  const sizes = process.argv[2]?.split(',').map(Number);
  console.table(await run({ sizes }), ['name', 'rows', 'unit', 'p50', 'p95', 'p99', 'samples']);
}
