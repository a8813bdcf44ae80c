import { SYSTEM, openOwnData } from './parts/own-data.js';
import { isMain, median, rateOf, timeEach } from './parts/samples.js';

/**
 * Single rows and small queries through the data package's own functions, rights checked, writes durable: 5,000 rows of
 * about 500 bytes with nested JSON. Each operation is timed one call after the other, and again with 64 callers at once.
 *
 * node benchmarks/record-operations.js [repeats=3]
 */
const CALLERS = 64;
const OWN = { read: 'own', create: 'all', update: 'own', delete: 'own' };
const CITIES = ['Aachen', 'Berlin', 'Celle', 'Dresden', 'Erfurt', 'Fulda', 'Gera', 'Halle', 'Ilmenau'];

/**
 * @param {{ quick?: boolean, repeats?: number, rows?: number, onProgress?: (done: number, all: number) => void }} [options]
 * @returns {Promise<object[]>} one result for each operation
 */
export async function run({ quick = false, repeats = quick ? 1 : 3, rows = 5000, onProgress } = {}) {
  const own = await openOwnData();
  try {
    const world = await fill(own, rows);
    const operations = [...writes(world), ...reads(world)];
    const scale = quick ? 0.1 : 1;
    const results = [];
    for (const [i, operation] of operations.entries()) {
      results.push(await measure(operation, repeats, scale));
      onProgress?.(i + 1, operations.length);
    }
    return results;
  } finally {
    await own.close();
  }
}

/** @param {import('./parts/own-data.js').OwnData} own @param {number} rows */
async function fill({ data, addUsers }, rows) {
  const actors = await addUsers(8);
  await data.edit(SYSTEM, 'add-table', {
    name: 'people',
    owner: 'owner',
    access: { user: { ...OWN, read: 'all' } },
    fields: [
      { name: 'name', type: 'text', required: true },
      { name: 'city', type: 'text' },
      { name: 'age', type: 'integer' },
      { name: 'owner', type: 'user' },
      { name: 'details', type: 'json' },
    ],
    indexes: [{ fields: ['name'] }, { fields: ['city'] }, { fields: ['age'] }],
  });
  const ids = [];
  for (let i = 0; i < rows; i += 1000) {
    const values = Array.from({ length: Math.min(1000, rows - i) }, (_, n) => person(i + n));
    const { done } = await data.rows.insertMany(actors[0], 'people', values);
    ids.push(...done.map(({ id }) => id));
  }
  await data.db.query('vacuum analyze app.people');
  return { data, actor: actors[0], actors, ids };
}

/** About 500 bytes. @param {number} n */
function person(n) {
  return {
    name: `${'abcdefghi'[n % 9]}${n.toString(36).padStart(6, '0')} Person`,
    city: CITIES[n % 3],
    age: n % 100,
    details: { address: { street: `Street ${n}`, zip: String(10_000 + n) }, notes: 'x'.repeat(350), tags: ['a', 'b'] },
  };
}

/** @typedef {Awaited<ReturnType<typeof fill>>} World @typedef {{ name: string, count: number, call: (i: number) => Promise<unknown> }} Operation */

/** @param {World} world @returns {Operation[]} */
function writes({ data, actor, ids }) {
  /** @type {any[]} */
  const made = [];
  const at = (/** @type {number} */ i) => ids[(i * 7919) % ids.length];
  return [
    {
      name: 'insert',
      count: 2000,
      call: async (i) => made.push((await data.rows.insert(actor, 'people', person(i))).id),
    },
    { name: 'read', count: 5000, call: (i) => data.rows.get(actor, 'people', at(i)) },
    { name: 'update', count: 2000, call: (i) => data.rows.update(actor, 'people', at(i), { age: i % 100 }) },
    {
      name: 'delete',
      count: 2000,
      // As many were inserted before; beyond them there is nothing to measure.
      call: async () => void (made.length > 0 && (await data.rows.remove(actor, 'people', made.pop()))),
    },
  ];
}

/** @param {World} world @returns {Operation[]} */
function reads({ data, actor }) {
  const columns = ['name', 'city', 'age', 'details'].map((field) => ({ as: field, field }));
  /** @param {string} name @param {any} spec @param {(i: number) => any} [params] @returns {Operation} */
  const query = (name, spec, params = () => ({})) => {
    const full = { table: 'people', select: columns, ...spec };
    return { name, count: 500, call: (i) => data.select(actor, [{ spec: full, params: params(i) }]) };
  };
  const param = { param: 'v' };
  const field = (/** @type {string} */ name, /** @type {string} */ op) => ({ field: name, op, value: param });
  const letter = (/** @type {number} */ i) => ({ v: 'abcdefghi'[i % 9] });
  const ids = { select: [] };
  return [
    query('autocomplete by prefix, limit 10', { where: field('name', 'starts'), limit: 10 }, letter),
    query('prefix, 500 ids', { ...ids, where: field('name', 'starts'), limit: 500 }, letter),
    query('equality, limit 10', { where: field('age', 'eq'), limit: 10 }, (i) => ({ v: i % 100 })),
    query('range, limit 10', { where: field('age', 'gte'), limit: 10 }, () => ({ v: 52 })),
    query('range, 500', { where: field('age', 'gte'), limit: 500 }, () => ({ v: 52 })),
    query('top 10', { sort: [{ field: 'age', descending: true }], limit: 10 }),
    query(
      'top 10 of a third',
      { where: field('city', 'eq'), sort: [{ field: 'age', descending: true }], limit: 10 },
      (i) => ({ v: CITIES[i % 3] }),
    ),
    query('selective equality, a third counted', { where: field('city', 'eq'), limit: 10, count: 'exact' }, (i) => ({
      v: CITIES[i % 3],
    })),
    query('nested path', { where: field('details.address.zip', 'eq'), limit: 10 }, (i) => ({
      v: String(10_000 + ((i * 7) % 5000)),
    })),
    ...[100, 500].map((limit) => pages(data, actor, { table: 'people', select: columns, limit })),
  ];
}

/** Page after page by cursor, again from the start at the end. @param {World['data']} data @param {any} actor @param {any} spec @returns {Operation} */
function pages(data, actor, spec) {
  const full = { ...spec, sort: [{ field: 'id' }], cursor: { after: 'after' } };
  /** @type {string | null} */
  let after = null;
  return {
    name: `page of ${spec.limit} by cursor`,
    count: 300,
    async call() {
      const [{ next }] = await data.select(actor, [{ spec: full, params: { after } }]);
      after = next;
    },
  };
}

/** @param {Operation} operation @param {number} repeats @param {number} scale */
async function measure({ name, count, call }, repeats, scale) {
  /** @type {import('./parts/samples.js').Figures[]} */
  const runs = [];
  const rates = [];
  const calls = Math.max(20, Math.round(count * scale));
  for (let i = 0; i < repeats; i++) {
    runs.push(await timeEach(calls, call));
    rates.push(await rateOf(calls * 2, CALLERS, call));
  }
  const middle = runs.find(({ median: one }) => one === median(runs.map((each) => each.median)));
  return { name, ...middle, spread: runs.map((each) => each.median), 'per second, 64 callers': median(rates) };
}

if (isMain(import.meta.url)) {
  const results = await run({ repeats: Number(process.argv[2] ?? 3) });
  console.table(results, ['name', 'unit', 'p50', 'p95', 'p99', 'perSecond', 'per second, 64 callers']);
}
