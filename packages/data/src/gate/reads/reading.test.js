import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSignedIn } from '@plinth/plugin';
import { createReading, watched, watchedActor } from './reading.js';
import { SYSTEM, createForum } from '../rows/testing/forum.js';

/** All that a text of SQL names of ours: what follows "collate" or is called is no table. */
const TABLE = /(?<!collate |')(?:"(app|plinth)"|\b(app|plinth))\.(?:"((?:[^"]|"")+)"|(\w+))(?!["\w]|\s*\()/g;

/** @param {string} text */
const tablesIn = (text) =>
  [...text.matchAll(TABLE)].map(
    ([, quoted, plain, name, bare]) => `${quoted ?? plain}.${name?.replaceAll('""', '"') ?? bare}`,
  );

/** Each names tables in another way. @type {any[]} */
const QUESTIONS = [
  { table: 'topics', select: [{ as: 'title', field: 'title' }], sort: [{ field: 'id' }] },
  {
    table: 'topics',
    select: [
      { as: 'who', field: 'author.name' },
      { as: 'author', field: 'author', label: true },
      { as: 'tags', field: 'tags', label: true },
      { as: 'paper', field: 'paper', label: true },
      { as: 'n', aggregate: 'count', relation: 'replies.topic' },
    ],
  },
  { table: 'tags', select: [{ as: 'n', aggregate: 'count', relation: 'topics.tags' }] },
  { table: 'replies', select: [{ as: 'text', field: 'text' }] },
  { table: null, select: [{ as: 'topics', choices: 'replies.topic', limit: 1 }] },
  { table: 'topics', select: [], totals: [{ as: 'n', aggregate: 'count' }] },
];
/** Of the replies, for everybody. */
const RULES = [
  'row.score == null || row.score > 1',
  'row.topic.author == user.id',
  'row.topic.replies.exists(r, r.score > 1)',
  'user.groups.exists(g, g == "helpers")',
  'now != null',
  'row.topic.due != today',
];

describe('the tables that a reading notes', () => {
  it('C2: are those that the texts of its statements name, and the clock where a rule asks it', async () => {
    const forum = await createForum();
    const { staff, ada, admin } = forum;
    const data = /** @type {any} */ (forum.data);
    const { pipeline } = data.db;
    /** @type {string[]} */
    let texts = [];
    data.db.pipeline = (/** @type {any} */ statements) => {
      texts.push(...statements.map((/** @type {any} */ { text }) => text));
      return pipeline(statements);
    };
    /** @param {any} actor @param {any} spec @param {string} [rule] what it reads under row-level security shows in no text */
    const ask = async (actor, spec, rule = '') => {
      texts = [];
      const reading = createReading();
      await data.select(actor, [{ spec, params: {} }], { reading });
      const named = new Set(texts.flatMap(tablesIn));
      assert.ok(named.size > 0);
      const missing = [...named].filter((name) => !reading.tables.has(name));
      assert.deepEqual(missing, [], texts.join('\n'));
      assert.equal(reading.time, /now|today/.test(rule));
      if (/topic\.(author|due)/.test(rule)) assert.ok(reading.tables.has('app.topics'), rule);
    };
    try {
      await data.people.groups.create(admin, { name: 'helpers', label: 'Helpers' });
      await data.edit(SYSTEM, 'add-field', { table: 'topics', field: { name: 'paper', type: 'file' } });
      for (const spec of QUESTIONS) for (const actor of [staff, SYSTEM]) await ask(actor, spec);
      for (const rule of RULES) {
        await data.edit(SYSTEM, 'set-access', { table: 'replies', access: { user: { read: { rule } } } });
        await ask(ada, QUESTIONS[3], rule);
      }
    } finally {
      await forum.close();
    }
  });
});

describe('what is bound', () => {
  it('C1: is read of the user only where a statement depends on who asks', async () => {
    const forum = await createForum();
    const { ada, staff, admin } = forum;
    const data = /** @type {any} */ (forum.data);
    /** @param {any} actor @param {any} spec @param {any} [params] */
    const readsUser = async (actor, spec, params = {}) => {
      const reading = createReading();
      await data.select(actor, [{ spec, params }], { reading });
      return reading.user;
    };
    const titles = { table: 'topics', select: [{ as: 'title', field: 'title' }] };
    const is = (/** @type {any} */ value) => ({ ...titles, where: { field: 'author', op: 'eq', value } });
    try {
      await data.people.groups.create(admin, { name: 'a', label: 'A' });
      await data.edit(SYSTEM, 'add-field', { table: 'topics', field: { name: 'paper', type: 'file' } });
      for (const spec of QUESTIONS) assert.equal(await readsUser(staff, spec), false, JSON.stringify(spec));
      assert.equal(await readsUser(staff, is({ user: 'id' })), true);
      assert.equal(await readsUser(staff, is({ param: 'who' }), { who: staff.userId }), false);
      assert.equal(await readsUser(staff, is({ param: 'who' }), { who: { user: 'id' } }), true);
      assert.equal(await readsUser(staff, { ...titles, where: { expression: 'row.author == user.id' } }), true);
      assert.equal(await readsUser(staff, { ...titles, where: { expression: '"staff" in user.roles' } }), false);
      assert.equal(await readsUser(staff, { ...titles, where: { expression: '"a" in user.groups' } }), true);
      assert.equal(await readsUser(staff, { ...titles, count: 'estimate' }), false);
      for (const level of ['own', { rule: 'row.author == user.id' }, { rule: 'user.groups.exists(g, g == "a")' }]) {
        const access = { user: { read: level }, staff: { read: 'all' } };
        await data.edit(SYSTEM, 'set-access', { table: 'topics', access, owner: 'author' });
        for (const spec of [titles, { ...titles, select: [], totals: [{ as: 'n', aggregate: 'count' }] }]) {
          assert.equal(await readsUser(ada, spec), true, JSON.stringify(level));
          assert.equal(await readsUser(staff, spec), false, JSON.stringify(level));
        }
        const below = { table: 'replies', select: [{ as: 'title', field: 'topic.title' }] };
        await data.edit(SYSTEM, 'set-access', { table: 'replies', access: { user: { read: 'all' } } });
        assert.equal(await readsUser(ada, below), true, 'of another table');
      }
    } finally {
      await forum.close();
    }
  });
});

describe('an actor who is watched', () => {
  const actor = /** @type {any} */ ({
    userId: 'a',
    name: 'Ann',
    email: 'ann@example.com',
    address: '::1',
    groups: ['g'],
    asked: ['g'],
    roles: ['user'],
    system: false,
    timeZone: 'Asia/Tokyo',
    scope: { tables: null, operations: null },
  });

  it('C1: tells what users of a role have in common, and notes who asks for anything else', () => {
    const common = ['roles', 'system', 'asked', 'scope'];
    for (const name of Object.keys(actor)) {
      const reading = createReading();
      assert.deepEqual(/** @type {any} */ (watchedActor(actor, reading))[name], actor[name], name);
      assert.equal(reading.user, !common.includes(name) && name !== 'timeZone', name);
      assert.equal(reading.zone, name === 'timeZone', name);
    }
  });

  it('C1: is signed in or not, whoever it is', () => {
    const reading = createReading();
    assert.equal(isSignedIn(watchedActor(actor, reading)), true);
    assert.equal(isSignedIn(watchedActor({ ...actor, userId: null }, reading)), false);
    assert.equal(reading.user, false);
  });
});

describe('a run that is watched', () => {
  const run = (/** @type {string} */ now) =>
    /** @type {any} */ ({ params: {}, actor: { userId: 'a', roles: [] }, now: new Date(now), today: now.slice(0, 10) });

  it('notes the user and the current moment only when they are used', () => {
    const reading = createReading();
    const seen = watched(run('2026-11-21T10:00:30.000Z'), reading);
    assert.deepEqual([reading.user, reading.time, reading.holds], [false, false, Infinity]);
    void seen.actor.userId;
    void seen.now;
    assert.deepEqual([reading.user, reading.time], [true, true]);
  });

  it('is valid no longer than the current minute if the day was used', () => {
    const reading = createReading();
    assert.equal(watched(run('2026-11-21T23:59:59.250Z'), reading).today, '2026-11-21');
    assert.equal(reading.holds, 750);
    assert.equal(reading.time, false);
  });
});
