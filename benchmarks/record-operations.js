/** @import { Benchmark } from '@plinth/cli/benchmarks' */
/** @import { Values } from '@plinth/plugin' */
import { median, timeCalls, withOwnApp } from '@plinth/cli/benchmarks';

/** @typedef {{ name: string, count: number, call: (i: number) => Promise<unknown> }} Operation */

const CALLERS = 64;
const OWN = { read: 'all', create: 'all', update: 'own', delete: 'own' };
const CITIES = ['Aachen', 'Berlin', 'Celle'];
const LETTERS = 'abcdefghi';

/**
 * Through the data package's own functions, rights checked, writes durable: 5,000 rows of about 500 bytes with nested JSON.
 * Each operation is timed one call after the other, and again with 64 callers at once.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'E',
  about: 'reads and writes inside the process',
  sizes: { rounds: [3, 1], rows: [5000, 5000], percent: [100, 10] },
  run: ({ rounds, rows, percent }, { onProgress }) =>
    withOwnApp(async ({ data }, operator) => {
      const person = { name: 'Anna', email: 'anna@bench.example', roles: ['user'] };
      const { id } = await data.people.users.create(operator, person);
      const actor = await data.access.actorOfUser(operator, id);
      const ids = await fill(data, operator, actor, rows);
      const operations = [...writes(data, actor, ids), ...reads(data, actor)];
      const results = [];
      for (const { name, count, call } of operations) {
        const calls = Math.max(20, (count * percent) / 100);
        const alone = [];
        const together = [];
        for (let i = 0; i < rounds; i++) {
          alone.push(await timeCalls(calls, call, { warmUp: 50 }));
          together.push((await timeCalls(calls * 2, call, { callers: CALLERS })).perSecond);
        }
        const p50 = median(alone.map((one) => one.p50));
        const middle = alone.find((one) => one.p50 >= p50);
        const spread = alone.map((one) => one.p50).join(' ');
        results.push({ name, ...middle, spread, [`per second, ${CALLERS} callers`]: median(together) });
        onProgress(results.length, operations.length);
      }
      return results;
    }),
};

/** @param {Values} data @param {Values} operator @param {unknown} actor @param {number} rows */
async function fill(data, operator, actor, rows) {
  await data.edit(operator, 'add-table', {
    name: 'people',
    owner: 'owner',
    access: { user: OWN },
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
    const { done } = await data.rows.insertMany(actor, 'people', values);
    ids.push(...done.map((/** @type {Values} */ { id }) => id));
  }
  await data.db.query('vacuum analyze app.people');
  return ids;
}

/** About 500 bytes. @param {number} n */
const person = (n) => ({
  name: `${LETTERS[n % 9]}${n.toString(36).padStart(6, '0')} Person`,
  city: CITIES[n % 3],
  age: n % 100,
  details: { address: { street: `Street ${n}`, zip: String(10_000 + n) }, notes: 'x'.repeat(350), tags: ['a', 'b'] },
});

/** @param {Values} data @param {any} actor @param {any[]} ids @returns {Operation[]} */
function writes({ rows }, actor, ids) {
  /** @type {Values[]} */
  const made = [];
  const at = (/** @type {number} */ i) => ids[(i * 7919) % ids.length];
  const insert = async (/** @type {number} */ i) => made.push((await rows.insert(actor, 'people', person(i))).id);
  // Only this many were inserted, so there is nothing more to measure.
  const remove = async () => void (made.length > 0 && (await rows.remove(actor, 'people', made.pop())));
  return [
    { name: 'insert', count: 2000, call: insert },
    { name: 'read', count: 5000, call: (i) => rows.get(actor, 'people', at(i)) },
    { name: 'update', count: 2000, call: (i) => rows.update(actor, 'people', at(i), { age: i % 100 }) },
    { name: 'delete', count: 2000, call: remove },
  ];
}

/** @param {any} data @param {any} actor @returns {Operation[]} */
function reads(data, actor) {
  const columns = ['name', 'city', 'age', 'details'].map((field) => ({ as: field, field }));
  /** @param {string} name @param {any} spec @param {(i: number) => unknown} [value] @returns {Operation} */
  const query = (name, spec, value = () => null) => {
    const full = { table: 'people', select: columns, limit: 10, ...spec };
    return { name, count: 500, call: (i) => data.select(actor, [{ spec: full, params: { v: value(i) } }]) };
  };
  const by = (/** @type {string} */ field, /** @type {string} */ op) => ({
    where: { field, op, value: { param: 'v' } },
  });
  const letter = (/** @type {number} */ i) => LETTERS[i % 9];
  const city = (/** @type {number} */ i) => CITIES[i % 3];
  const oldest = { sort: [{ field: 'age', descending: true }] };
  return [
    query('autocomplete by prefix, limit 10', by('name', 'starts'), letter),
    query('prefix, 500 ids', { ...by('name', 'starts'), select: [], limit: 500 }, letter),
    query('equality, limit 10', by('age', 'eq'), (i) => i % 100),
    query('range, limit 10', by('age', 'gte'), () => 52),
    query('range, 500', { ...by('age', 'gte'), limit: 500 }, () => 52),
    query('top 10', oldest),
    query('top 10 of a third', { ...by('city', 'eq'), ...oldest }, city),
    query('selective equality, a third counted', { ...by('city', 'eq'), count: 'exact' }, city),
    query('nested path', by('details.address.zip', 'eq'), (i) => String(10_000 + ((i * 7) % 5000))),
    ...[100, 500].map((limit) => pages(data, actor, { table: 'people', select: columns, limit })),
  ];
}

/**
 * Page after page by cursor, starting over at the end.
 *
 * @param {Values} data
 * @param {unknown} actor
 * @param {Values} spec
 * @returns {Operation}
 */
function pages(data, actor, spec) {
  const full = { ...spec, sort: [{ field: 'id' }], cursor: { after: 'after' } };
  /** @type {string | null} */
  let after = null;
  const call = async () => {
    const [{ next }] = await data.select(actor, [{ spec: full, params: { after } }]);
    after = next;
  };
  return { name: `page of ${spec.limit} by cursor`, count: 300, call };
}
