import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import fc from 'fast-check';
import { dataPlugin } from '../../core-plugin.js';
import { createData } from '../../create-data.js';
import { createTestDatabase, until } from '../../testing/index.js';
import { createChangeStream } from '../../postgres/changes/index.js';
import { parseCursor } from './cursor.js';

/*
 * What listeners are told, against an evaluator that knows nothing of SQL: it keeps all rows, and asks of each commit
 * what everybody could see before and can see after it.
 */
const RUNS = Number(process.env.PLINTH_FEED_RUNS ?? 25);
const SYSTEM = Object.freeze({ userId: null, roles: Object.freeze([]), system: true });
const ROWS = 6;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const registry = createRegistry([dataPlugin]);

/** @typedef {{ title: string, score: number | null, author: string | null, open: boolean | null, secret: string }} Row */
/** @typedef {{ id: string | null, event: string, data: any }} Event */
/** @typedef {{ who: string, filter: keyof typeof FILTERS, kinds: string[] | null, fields: string[] | null }} Ask */

/** Each as the feed takes it, and as it is meant. @type {Record<string, { where?: any, fits: (row: Row, userId: string | null) => boolean }>} */
const FILTERS = {
  none: { fits: () => true },
  high: { where: { field: 'score', op: 'gte', value: 5 }, fits: ({ score }) => score !== null && score >= 5 },
  highInCel: { where: { expression: 'row.score >= 5' }, fits: ({ score }) => score !== null && score >= 5 },
  lowInCel: { where: { expression: 'row.score >= 3' }, fits: ({ score }) => score !== null && score >= 3 },
  unlike: { where: { not: { field: 'title', op: 'eq', value: 'a' } }, fits: ({ title }) => title !== 'a' },
  empty: { where: { field: 'score', op: 'empty' }, fits: ({ score }) => score === null },
  mine: {
    where: { expression: 'row.author == user.id' },
    fits: ({ author }, userId) => author !== null && author === userId,
  },
};

/** @type {Record<string, any>} */
const actors = { visitor: { userId: null, roles: ['public'], system: false } };
/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** @type {any} */
let stream;
/** @type {any} */
let data;

before(async () => {
  database = await createTestDatabase({
    migrate: async (connection) => (await createData({ connection, registry })).close(),
  });
  Object.assign(database.connection, { options: '-c synchronous_commit=on' });
  stream = await createChangeStream({ connection: database.connection, log, kind: 'logical' });
  data = await createData({ connection: database.connection, registry, stream });
  await stream.start();
  await until(() => stream.state() === 'live');
  for (const [name, roles] of /** @type {[string, string[]][]} */ ([
    ['ada', ['user', 'public']],
    ['ben', ['user', 'public']],
    ['cyd', ['staff', 'user', 'public']],
  ])) {
    const person = { name, email: `${name}@example.com`, password: 'correct horse battery', roles: [roles[0]] };
    const { id } = await data.people.users.create(SYSTEM, person);
    actors[name] = { userId: id, roles, system: false };
  }
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'score', type: 'integer' },
    { name: 'author', type: 'user' },
    { name: 'open', type: 'boolean' },
    { name: 'secret', type: 'text' },
  ];
  await data.edit(SYSTEM, 'add-table', { name: 'notes', fields });
  await data.edit(SYSTEM, 'set-access', {
    table: 'notes',
    owner: 'author',
    access: { staff: { read: 'all' }, user: { read: 'own' }, public: { read: { rule: 'row.open' } } },
    fields: { secret: { read: ['staff'], write: null } },
  });
  await stream.cover();
});
after(async () => {
  await data?.close();
  await stream?.close();
  await database?.close();
});

/** @param {string} who @param {Row} row */
function mayRead(who, row) {
  if (who === 'cyd') return true;
  return row.open === true || (who !== 'visitor' && row.author === actors[who].userId);
}

/** @param {Ask} ask @param {Row | undefined} row @returns {row is Row} */
function sees({ who, filter }, row) {
  return row !== undefined && mayRead(who, row) && FILTERS[filter].fits(row, actors[who].userId);
}

/** A row as it is told. @param {Ask} ask @param {number} id @param {Row} row */
function shown({ who, fields }, id, row) {
  const names = fields ?? ['title', 'score', 'author', 'open', ...(who === 'cyd' ? ['secret'] : [])];
  return { id, ...Object.fromEntries(names.map((name) => [name, row[/** @type {keyof Row} */ (name)]])) };
}

/** What somebody is to be told of one row of a commit. @param {Ask} ask @param {number} id @param {Row | undefined} was @param {Row | undefined} is */
function expected(ask, id, was, is) {
  const kind = was ? (is ? 'update' : 'delete') : 'insert';
  if (ask.kinds && !ask.kinds.includes(kind)) return [];
  if (sees(ask, is)) return [{ event: kind, id, row: shown(ask, id, is) }];
  return sees(ask, was) ? [{ event: kind === 'delete' ? 'delete' : 'left', id }] : [];
}

/** Listens, and keeps what came. @param {Ask} ask @param {string} [since] */
async function follow(ask, since) {
  /** @type {Event[]} */
  const events = [];
  const { who, filter, kinds, fields } = ask;
  const { where } = FILTERS[filter];
  const listener = {
    watch: [],
    confirm: async () => actors[who],
    send: (/** @type {Buffer} */ bytes) => void events.push(...read(String(bytes))),
    end: (/** @type {string} */ why) => void events.push({ id: null, event: 'end', data: why }),
  };
  const wanted = { table: 'notes', ...(where && { where }), ...(fields && { fields }) };
  const place = since === undefined ? null : parseCursor(since);
  const subscription = await data.feed.subscribe(actors[who], { rows: [wanted], kinds, since: place }, listener);
  return { ask, events, leave: () => data.feed.leave(subscription) };
}

/** @param {string} text @returns {Event[]} */
function read(text) {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((block) => {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
      return { id: fields.id ?? null, event: fields.event, data: JSON.parse(fields.data) };
    });
}

/** @param {Record<string, any>} row */
const withoutAuto = ({ created_at: _1, created_by: _2, updated_at: _3, updated_by: _4, ...rest }) => rest;

/** @param {Event[]} events */
const told = (events) =>
  events
    .filter(({ event }) => event !== 'ready' && event !== 'end')
    .map(({ event, data: { id, row } }) => ({ event, id, ...(row && { row: withoutAuto(row) }) }));

/** One transaction. @param {Map<number, Row>} rows @param {{ id: number, row: Row | null }[]} steps @returns {Promise<{ id: number, was?: Row, is?: Row }[]>} */
async function commit(rows, steps) {
  /** @type {{ id: number, was?: Row, is?: Row }[]} */
  const done = [];
  await data.db.transaction(async (/** @type {any} */ tx) => {
    for (const { id, row } of steps) {
      const was = rows.get(id);
      if (done.some((one) => one.id === id) || (!was && !row)) continue;
      const values = row && [id, row.title, row.score, row.author, row.open, row.secret];
      if (!values) await tx.query({ text: 'delete from app.notes where id = $1', values: [id] });
      else if (was) {
        const text = 'update app.notes set title = $2, score = $3, author = $4, open = $5, secret = $6 where id = $1';
        await tx.query({ text, values });
      } else {
        const text =
          'insert into app.notes (id, title, score, author, open, secret) overriding system value values ($1, $2, $3, $4, $5, $6)';
        await tx.query({ text, values });
      }
      done.push({ id, was, is: row ?? undefined });
    }
  });
  for (const { id, is } of done) if (is) rows.set(id, is);
  for (const { id, is } of done) if (!is) rows.delete(id);
  return done;
}

const scene = () =>
  fc.record({
    asks: fc.array(
      fc.record({
        who: fc.constantFrom('visitor', 'ada', 'ben', 'cyd'),
        filter: fc.constantFrom(...Object.keys(FILTERS)),
        kinds: fc.option(fc.subarray(['insert', 'update', 'delete'], { minLength: 1 })),
        fields: fc.option(fc.subarray(['title', 'score', 'open'], { minLength: 1 })),
      }),
      { minLength: 6, maxLength: 12 },
    ),
    commits: fc.array(
      fc.array(fc.record({ id: fc.integer({ min: 1, max: ROWS }), row: fc.option(row(), { freq: 3 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      { minLength: 4, maxLength: 14 },
    ),
    leaves: fc.nat({ max: 13 }),
  });
const row = () =>
  fc.record({
    title: fc.constantFrom('a', 'b'),
    score: fc.option(fc.integer({ min: 0, max: 9 })),
    author: fc.constantFrom('ada', 'ben', null).map((name) => name && (() => actors[name].userId)),
    open: fc.option(fc.boolean()),
    secret: fc.constantFrom('canary', ''),
  });

describe('the feed', () => {
  it('Z2, Z13: sends what a naive evaluator says, and to clients that reconnect the rest, or that they must start over', async () => {
    const run = async (/** @type {any} */ { asks, commits, leaves }) => {
      await data.db.query('delete from app.notes');
      await until(() => stream.caughtUp());
      const rows = new Map();
      const steps = commits.map((/** @type {any[]} */ all) =>
        all.map((step) => ({ ...step, row: step.row && { ...step.row, author: step.row.author?.() ?? null } })),
      );
      const listeners = await Promise.all(asks.map((/** @type {Ask} */ ask) => follow(ask)));
      const all = await follow({ who: 'cyd', filter: 'none', kinds: null, fields: null });
      /** @type {{ ask: Ask, place: string, events: Event[], rest: any[] }[]} */
      let gone = [];
      for (const [i, some] of steps.entries()) {
        if (i === leaves) gone = asks.map((/** @type {Ask} */ ask) => ({ ask, place: data.feed.cursor(), rest: [] }));
        const before = listeners.map(({ events }) => events.length);
        const known = told(all.events).length;
        const done = await commit(rows, some);
        await until(() => told(all.events).length >= known + done.length);
        const of = (/** @type {Ask} */ ask) => done.flatMap(({ id, was, is }) => expected(ask, id, was, is));
        for (const [n, { ask, events }] of listeners.entries())
          assert.deepEqual(told(events.slice(before[n])), of(ask), `${JSON.stringify(ask)} of commit ${i}`);
        for (const one of gone) one.rest.push(...of(one.ask));
      }
      await checkReturns(gone, rows);
      for (const one of [...listeners, all]) one.leave();
      assert.deepEqual([data.feed.sizes().subscriptions, data.feed.sizes().members], [0, 0]);
    };
    const seed = process.env.SEED === undefined ? 20_261_121 : Number(process.env.SEED);
    await fc.assert(fc.asyncProperty(scene(), run), { numRuns: RUNS, seed, endOnFailure: true });
  });
});

/**
 * Of what was missed each row is told as it is now: who takes it in ends with what he would have had, and is never told a
 * row that he may not see.
 *
 * @param {{ ask: Ask, place: string, rest: any[] }[]} gone @param {Map<number, Row>} rows
 */
async function checkReturns(gone, rows) {
  for (const { ask, place, rest } of gone) {
    const back = await follow(ask, place);
    back.leave();
    if (back.events.some(({ event }) => event === 'reset')) {
      assert.deepEqual(
        back.events.map(({ event }) => event),
        ['reset', 'ready', 'end'],
        'who begins anew is told nothing else',
      );
      continue;
    }
    const events = told(back.events);
    for (const { id, row: seen } of events)
      if (seen)
        assert.deepEqual(seen, sees(ask, rows.get(id)) ? shown(ask, id, /** @type {Row} */ (rows.get(id))) : null);
    if (ask.kinds !== null) continue;
    const last = new Map(rest.map((one) => [one.id, one]));
    const got = new Map(events.map((one) => [one.id, one]));
    for (const [id, { event, row: wanted }] of last) {
      if (wanted) assert.deepEqual(got.get(id)?.row, wanted, `${JSON.stringify(ask)} misses row ${id}`);
      else if (got.has(id)) assert.ok(!got.get(id).row, event);
    }
  }
}
