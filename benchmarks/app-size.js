/** @import { Values } from '@plinth/plugin' */
import { admin } from '@plinth/admin';
import { startServer } from '@plinth/server';
import { readConfig } from '@plinth/server/operations';
import { createOwnData, runAsScript, timeCalls } from '@plinth/cli/benchmarks';

const SYSTEM = Object.freeze({ userId: null, roles: [], system: true });
const SIZES = [10, 1000, 10_000];
/** Each table is separate DDL: the cost of many shows at a thousand. */
const MOST_TABLES = 1000;
const BATCH = 100;

/**
 * What a page costs in an app of few and of many views, tables and users: the same list, which a visitor asks for again and
 * again with a parameter that never repeats. It must not cost more where there is more beside it.
 *
 * node benchmarks/app-size.js [sizes=10,1000,10000]
 *
 * @param {{ quick?: boolean, sizes?: number[], repeats?: number, onProgress?: (done: number, all: number) => void }}
 *   [options]
 */
export async function run({
  quick = false,
  sizes = quick ? SIZES.slice(0, 2) : SIZES,
  repeats = 300,
  onProgress,
} = {}) {
  const own = createOwnData({ env: { ...process.env, LOG_LEVEL: 'warn' } });
  const server = await startServer(readConfig(own.env), { admin });
  try {
    const { data } = server.runtime();
    await install(data, 'first', 1, 1);
    for (let i = 0; i < 40; i++) await data.rows.insert(SYSTEM, 'first_t0', { name: `Row ${i}` });
    const made = { tables: 1, views: 1, users: 0 };
    const results = [];
    for (const size of sizes) {
      await grow(data, made, size);
      const ask = (/** @type {number} */ i) => askFor(`${server.url}/view/first_v0?n=${size}-${i}`);
      const { unit, p50, p95 } = await timeCalls(repeats, ask, { warmUp: 20 });
      results.push({ ...made, unit, 'page p50': p50, 'page p95': p95, 'edit ms': await editTime(data) });
      onProgress?.(results.length, sizes.length);
    }
    return results;
  } finally {
    await server.close();
    await own.remove();
  }
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

/** @param {Values} data @param {string} name @param {number} tables @param {number} views */
async function install(data, name, tables, views) {
  const fields = [{ name: 'name', label: 'Name', type: 'text' }];
  const access = { public: { read: 'all', create: 'none', update: 'none', delete: 'none' } };
  const list = { template: 'list', roles: ['public'], config: { columns: [{ kind: 'field', field: 'name' }] } };
  await data.apps.install(SYSTEM, {
    plinth: 1,
    app: { name, label: name },
    tables: Array.from({ length: tables }, (_, i) => ({
      name: `${name}_t${i}`,
      label: `Table ${i}`,
      display: 'name',
      fields,
      access,
    })),
    views: Array.from({ length: views }, (_, i) => ({
      name: `${name}_v${i}`,
      label: `View ${i}`,
      table: `${name}_t${i % tables}`,
      ...list,
    })),
  });
}

/** @param {string} url */
async function askFor(url) {
  const answer = await fetch(url);
  await answer.text();
  if (answer.status !== 200) throw new Error(`The page answers ${answer.status}`);
}

/** How long a small edit takes until its Catalog is in use. @param {Values} data */
async function editTime(data) {
  const began = performance.now();
  await data.edit(SYSTEM, 'change-view', { view: 'first_v0', changes: { label: `View ${began}` } });
  return Math.round(performance.now() - began);
}

const sizes = process.argv[2]?.split(',').map(Number);
await runAsScript(import.meta.url, () => run({ sizes }));
