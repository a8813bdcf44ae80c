import { isWhole, serveOwn, ask, withServer } from './parts/server-and-load.js';
import { figures } from './parts/samples.js';

const ME = import.meta.url;
const SYSTEM = Object.freeze({ userId: null, roles: [], system: true });
const SIZES = [10, 1000, 10_000];
/** Each table is DDL of its own: what more of them cost shows at a thousand. */
const MOST_TABLES = 1000;
const BATCH = 100;

/**
 * What a page costs in an app of few and of many views, tables and users: the same list, asked for one after the other
 * by a visitor with the page cache off. It must not cost more where there is more beside it.
 *
 * node benchmarks/app-size.js [sizes=10,1000,10000]
 *
 * @param {{ quick?: boolean, sizes?: number[], repeats?: number, onProgress?: (done: number, all: number) => void }} [options]
 */
export function run({ quick = false, sizes = quick ? SIZES.slice(0, 2) : SIZES, repeats = 300, onProgress } = {}) {
  return withServer(ME, async (_server, child) => {
    const results = [];
    for (const [i, size] of sizes.entries()) {
      results.push(await ask(child, { size, repeats }));
      onProgress?.(i + 1, sizes.length);
    }
    return results;
  });
}

if (isWhole(ME, { server: serve })) {
  const sizes = process.argv[2]?.split(',').map(Number);
  console.table(await run({ sizes }));
}

/** In the server: makes the app grow, and asks itself for the page. */
async function serve() {
  const made = { tables: 0, views: 0, users: 0 };
  let url = '';
  const { port } = await serveOwn(
    async ({ data }) => {
      await install(data, 'first', 1, 1);
      const rows = Array.from({ length: 40 }, (_, i) => ({ name: `Row ${i}` }));
      for (const row of rows) await data.rows.insert(SYSTEM, 'first_t0', row);
      Object.assign(made, { tables: 1, views: 1 });
      return {};
    },
    async ({ size, repeats }, { data }) => {
      await grow(data, made, size);
      process.send?.({ ...made, ...(await timePage(`${url}/view/first_v0`, repeats)), ...(await editTime(data)) });
    },
  );
  url = `http://127.0.0.1:${port}`;
}

/** @param {any} data @param {{ tables: number, views: number, users: number }} made @param {number} size */
async function grow(data, made, size) {
  while (made.views < size) {
    const views = Math.min(BATCH, size - made.views);
    const tables = Math.max(1, Math.min(views, MOST_TABLES - made.tables, size - made.tables));
    await install(data, `more${made.views}`, tables, views);
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

/** @param {any} data @param {string} name @param {number} tables @param {number} views */
async function install(data, name, tables, views) {
  const fields = [{ name: 'name', label: 'Name', type: 'text' }];
  await data.apps.install(SYSTEM, {
    plinth: 1,
    app: { name, label: name },
    tables: Array.from({ length: tables }, (_, i) => ({
      ...{ name: `${name}_t${i}`, label: `Table ${i}`, display: 'name', fields },
      access: { public: { read: 'all', create: 'none', update: 'none', delete: 'none' } },
    })),
    views: Array.from({ length: views }, (_, i) => ({
      ...{ name: `${name}_v${i}`, label: `View ${i}`, template: 'list', table: `${name}_t${i % tables}` },
      ...{ roles: ['public'], config: { columns: [{ kind: 'field', field: 'name' }] } },
    })),
  });
}

/** @param {string} address @param {number} repeats */
async function timePage(address, repeats) {
  /** @type {number[]} */
  const taken = [];
  for (let i = -20; i < repeats; i++) {
    const began = performance.now();
    // Another address each time: never from memory.
    const answer = await fetch(`${address}?n=${i}`);
    await answer.text();
    if (answer.status !== 200) throw new Error(`The page answers ${answer.status}`);
    if (i >= 0) taken.push((performance.now() - began) * 1000);
  }
  const { unit, p50, p95 } = figures(taken, 'us');
  return { unit, 'page p50': p50, 'page p95': p95 };
}

/** How long a small edit takes until its Catalog is in use. @param {any} data */
async function editTime(data) {
  const began = performance.now();
  await data.edit(SYSTEM, 'change-view', { view: 'first_v0', changes: { label: `View ${began}` } });
  return { 'edit ms': Math.round(performance.now() - began) };
}
