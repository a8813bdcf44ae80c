/** @import { Benchmark } from '@plinth/cli/benchmarks' */
/** @import { Values } from '@plinth/plugin' */
import { timed, timeCalls, withServer } from '@plinth/cli/benchmarks';

/** Each table is separate DDL: the cost of many shows at a thousand. */
const MOST_TABLES = 1000;
const BATCH = 100;

/**
 * The same list, which a visitor asks for again and again with a parameter that never repeats. It must not cost more where
 * there is more beside it.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'H',
  about: 'a page in apps of 10 to 10,000 views, tables and users, and how long an edit takes there',
  sizes: {
    views: [
      [10, 1000, 10_000],
      [10, 1000],
    ],
    calls: [300, 300],
  },
  run: ({ views, calls }, { onProgress }) =>
    withServer(async ({ url, data, operator }) => {
      const install = (/** @type {[string, number, number]} */ ...what) =>
        data.apps.install(operator, documentOf(...what));
      await install('first', 1, 1);
      for (let i = 0; i < 40; i++) await data.rows.insert(operator, 'first_t0', { name: `Row ${i}` });
      const made = { tables: 1, views: 1, users: 0 };
      const results = [];
      for (const size of views) {
        await grow(data, install, made, size);
        const { unit, p50, p95 } = await timeCalls(
          calls,
          async (i) => {
            const answer = await fetch(`${url}/view/first_v0?n=${size}-${i}`);
            await answer.text();
            if (answer.status !== 200) throw new Error(`The page answers ${answer.status}`);
          },
          { warmUp: 20 },
        );
        // How long a small edit takes until its Catalog is in use.
        const changes = { label: `View of ${size}` };
        const edit = await timed(() => data.edit(operator, 'change-view', { view: 'first_v0', changes }));
        results.push({ ...made, unit, 'page p50': p50, 'page p95': p95, 'edit ms': Math.round(edit) });
        onProgress(results.length, views.length);
      }
      return results;
    }),
};

/**
 * @param {Values} data @param {(name: string, tables: number, views: number) => Promise<void>} install
 * @param {{ tables: number, views: number, users: number }} made @param {number} size
 */
async function grow(data, install, made, size) {
  while (made.views < size) {
    const views = Math.min(BATCH, size - made.views);
    const tables = Math.max(1, Math.min(views, MOST_TABLES - made.tables, size - made.tables));
    await install(`more${made.views}`, tables, views);
    made.tables += tables;
    made.views += views;
  }
  await data.db.query({
    text: `insert into plinth.users (name, email)
           select 'Person ' || n, 'person' || n || '@bench.example' from generate_series($1::int, $2::int) n`,
    values: [made.users + 1, size],
  });
  made.users = size;
}

/** @param {string} name @param {number} tables @param {number} views */
function documentOf(name, tables, views) {
  const fields = [{ name: 'name', label: 'Name', type: 'text' }];
  const access = { public: { read: 'all', create: 'none', update: 'none', delete: 'none' } };
  const list = { template: 'list', roles: ['public'], config: { columns: [{ kind: 'field', field: 'name' }] } };
  const many = (/** @type {number} */ length, /** @type {(i: number) => object} */ one) =>
    Array.from({ length }, (_, i) => one(i));
  return {
    plinth: 1,
    app: { name, label: name },
    tables: many(tables, (i) => ({ name: `${name}_t${i}`, label: `Table ${i}`, display: 'name', fields, access })),
    views: many(views, (i) => ({
      name: `${name}_v${i}`,
      label: `View ${i}`,
      table: `${name}_t${i % tables}`,
      ...list,
    })),
  };
}
