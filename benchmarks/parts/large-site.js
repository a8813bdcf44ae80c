import { writeFileSync } from 'node:fs';
import { round, timed, withOwnApp } from '@plinth/cli/benchmarks';
import { besideWriter } from './beside-writer.js';
import { createDatabaseTime } from './database-time.js';
import { readersQuestions } from './large-list.js';
import { fillOrders, runLong } from './orders.js';
import { importPeople } from './people-file.js';

/** @import { Values } from '@plinth/plugin' */
/** @typedef {{ data: Values, operator: Values, time: ReturnType<typeof createDatabaseTime>, sizes: Values }} Place */

const TABLE = 'orders';
const GOALS = { lock: 50, import: 60_000 };
const INDEXES = [{ fields: ['due'] }, { fields: ['name'] }, { fields: ['status'] }, { fields: ['customer', 'due'] }];
const SEARCH_INDEX = { kind: 'search', fields: ['name', 'status'] };
/** Each is an edit that an admin would make of the table. @type {[string, string, object][]} */
const CHANGES = [
  ['add field', 'add-field', { table: TABLE, field: { name: 'note', type: 'text' } }],
  ['add field with a default', 'add-field', { table: TABLE, field: { name: 'kind', type: 'text', default: 'new' } }],
  ['change type, text to long text', 'change-field', { table: TABLE, field: 'status', changes: { type: 'long_text' } }],
  [
    'change type, integer to decimal',
    'change-field',
    { table: TABLE, field: 'customer', changes: { type: 'decimal' } },
  ],
];

/** The site, in a process of its own: it joins the control group before it opens the database. */
export function openLargeSite() {
  /** @type {Place | undefined} */
  let place;
  /** @type {Promise<unknown>} */
  let closed = Promise.resolve();
  const { promise: over, resolve: end } = Promise.withResolvers();
  const open = (/** @type {Values} */ sizes) =>
    new Promise((resolve, reject) => {
      const app = withOwnApp(async ({ data }, operator, dataDir) => {
        resolve({ data, operator, time: createDatabaseTime(dataDir), sizes });
        await over;
      });
      closed = app.catch(reject);
    });
  return {
    async answer(/** @type {Values} */ { step, door, sizes }) {
      if (step !== 'join') return STEPS[/** @type {keyof typeof STEPS} */ (step)](/** @type {Place} */ (place));
      writeFileSync(door, String(process.pid));
      place = await open(sizes);
      return [];
    },
    async close() {
      end(null);
      await closed;
    },
  };
}

const STEPS = {
  async fill(/** @type {Place} */ { data, operator, sizes: { rows } }) {
    const ms = await timed(() => fillOrders(data, operator, TABLE, rows, []));
    return [{ what: 'made by the database', rows, seconds: round(ms / 1000) }];
  },

  async index(/** @type {Place} */ place) {
    const { data, time, sizes } = place;
    time.start();
    const alone = await besideWriter(
      data,
      time,
      { table: TABLE, rows: sizes.rows },
      () => new Promise((done) => void setTimeout(done, 5000)),
    );
    /** @type {Values[]} */
    const results = [{ what: 'nothing, for comparison', ...alone }];
    for (const index of INDEXES) results.push(await addIndex(place, index));
    time.stop();
    await runLong(data, (query) => query(`vacuum analyze app.${TABLE}`));
    return results;
  },

  read: (/** @type {Place} */ place) => ask(place, (what) => !what.startsWith('search')),

  async search(/** @type {Place} */ place) {
    place.time.start();
    const made = await addIndex(place, SEARCH_INDEX);
    await runLong(place.data, (query) => query(`vacuum analyze app.${TABLE}`));
    return [made, ...(await ask(place, (what) => what.startsWith('search')))];
  },

  async export(/** @type {Place} */ { data, operator, sizes: { lines } }) {
    const began = performance.now();
    const fields = ['name', 'due', 'amount', 'status'];
    const file = await data.csv.export(operator, { table: TABLE, fields });
    let [count, first, most] = [0, 0, 0];
    for await (const text of file) {
      first ||= performance.now() - began;
      count += String(text).split('\n').length - 1;
      most = Math.max(most, process.memoryUsage.rss());
      if (count > lines) break;
    }
    const ms = performance.now() - began;
    return [
      {
        what: 'export',
        rows: count,
        'first rows after ms': round(first),
        'rows/s': Math.round((count * 1000) / ms),
        'Node MB': Math.round(most / 1e6),
      },
    ];
  },

  async import(/** @type {Place} */ { data, operator, sizes: { lines } }) {
    const results = [];
    for (const mode of ['good-rows', 'all-or-nothing']) {
      const found = await importPeople(data, operator, { table: `people_${mode.slice(0, 3)}`, rows: lines, mode });
      results.push({ what: 'import', ...found, goal: GOALS.import, misses: found['rows/s'] < GOALS.import });
    }
    return results;
  },

  async change(/** @type {Place} */ place) {
    const { data, operator, time, sizes } = place;
    time.start();
    const results = [];
    for (const [what, edit, input] of CHANGES) {
      const took = await besideWriter(data, time, { table: TABLE, rows: sizes.rows }, () =>
        data.edit(operator, edit, input),
      );
      results.push(judged(what, took));
    }
    time.stop();
    return results;
  },
};

/** @param {Place} place @param {{ fields: string[], kind?: string }} index */
async function addIndex({ data, operator, time, sizes }, index) {
  const seen = watchProgress(data);
  const took = await besideWriter(data, time, { table: TABLE, rows: sizes.rows }, async () => {
    await data.edit(operator, 'add-index', { table: TABLE, ...index });
    await data.indexes.build();
  });
  const name = `add index: ${index.fields.join(', ')}${index.kind ? ' (search)' : ''}`;
  return judged(name, took, await seen.end());
}

/** @param {Place} place @param {(what: string) => boolean} isAsked */
async function ask({ data, time, sizes: { rows, calls } }, isAsked) {
  const questions = await readersQuestions(data, TABLE, rows, calls);
  time.start();
  const results = [];
  for (const { what, goal, calls: all } of questions.filter((one) => isAsked(one.what))) {
    for (const call of all.slice(0, 6)) await call(0);
    const { p50, p95, max } = await time.of(all.length, (i) => all[i](i), TABLE);
    results.push({ what, 'database p50 ms': p50, p95, max, goal, misses: goal !== null && p50 > goal });
  }
  time.stop();
  return results;
}

/** @param {string} what @param {{ 'longest lock ms': number }} took @param {object} [more] */
const judged = (what, took, more) => ({
  what,
  ...took,
  ...more,
  goal: GOALS.lock,
  misses: took['longest lock ms'] > GOALS.lock,
});

/** How many different shares of the build the screen of indexes would have shown. @param {Values} data */
function watchProgress(data) {
  const seen = new Set();
  const look = async () => {
    for (const { percent } of (await data.indexes.unbuilt(data.catalog().table(TABLE))).values()) seen.add(percent);
  };
  const timer = setInterval(() => void look().catch(() => {}), 200);
  return {
    async end() {
      clearInterval(timer);
      await look();
      return { 'percents seen': seen.size };
    },
  };
}
