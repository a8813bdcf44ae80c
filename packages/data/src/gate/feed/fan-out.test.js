import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { createData } from '../../create-data.js';
import { createTestDatabase, until } from '../../testing/index.js';
import { createChangeStream } from '../../postgres/changes/index.js';
import { parseCursor } from './cursor.js';

const SYSTEM = Object.freeze({ userId: null, roles: Object.freeze([]), system: true });
const VISITOR = Object.freeze({ userId: null, roles: Object.freeze(['public']), system: false });
const log = { debug() {}, info() {}, warn() {}, error() {} };
const registry = createRegistry([dataPlugin]);
/** Several parts. */
const ROWS = 4500;

/** @type {Awaited<ReturnType<typeof createTestDatabase>>} */
let database;
/** @type {any} */
let data;
/** @type {any} */
let stream;
before(async () => {
  database = await createTestDatabase({
    migrate: async (connection) => (await createData({ connection, registry })).close(),
  });
  stream = await createChangeStream({ connection: database.connection, log, kind: 'logical' });
  data = await createData({ connection: database.connection, registry, stream });
  await stream.start();
  await until(() => stream.state() === 'live');
  await data.edit(SYSTEM, 'add-table', { name: 'notes', fields: [{ name: 'n', type: 'integer' }] });
  await data.edit(SYSTEM, 'set-access', { table: 'notes', access: { public: { read: 'all' } } });
});
after(async () => {
  await data?.close();
  await stream?.close();
  await database?.close();
});

/** On a connection of its own: on others it may wait behind what waits for a lock. @param {any} statement */
const apart = (statement) => data.db.transaction((/** @type {any} */ tx) => tx.query(statement));

/** A listener that keeps what it is sent, each time apart. */
function listener() {
  /** @type {string[]} */
  const sent = [];
  const send = (/** @type {Buffer} */ bytes) => void sent.push(String(bytes));
  return { sent, watch: [], confirm: async () => VISITOR, send, end: () => {} };
}

describe('a transaction of many rows', () => {
  it('is delivered in parts, and no heartbeat names an earlier position than the last event', async () => {
    const told = listener();
    await data.feed.subscribe(VISITOR, { rows: [{ table: 'notes' }] }, told);
    const keys = () =>
      told.sent
        .join('')
        .match(/"n":\d+/g)
        ?.map((text) => Number(text.slice(4))) ?? [];
    let places = 0;
    const done = data.db.query(`insert into app.notes (n) select generate_series(1, ${ROWS})`);
    let isWhole = false;
    while (!isWhole) {
      // Whoever arrives meanwhile must not make it look as if the batch were over.
      if (places % 50 === 0) await data.feed.subscribe(VISITOR, { tables: ['notes'] }, listener());
      const last = told.sent
        .join('')
        .match(/^id: (\S+)/gm)
        ?.at(-1)
        ?.slice(4);
      const [place, reached] = [data.feed.cursor(), last].map((text) => text && parseCursor(text));
      if (place && reached)
        assert.ok(place.position >= reached.position, `${place.position} after ${reached.position}`);
      places++;
      isWhole = told.sent.join('').includes(`"n":${ROWS},`);
      await new Promise(setImmediate);
    }
    await done;
    assert.deepEqual(
      keys(),
      Array.from({ length: ROWS }, (_, i) => i + 1),
    );
    assert.ok(told.sent.length >= 5, `${told.sent.length} times something was sent`);
    await until(() => data.feed.cursor() !== null);
  });

  it('Z13: stops for a subscriber who loses the right meanwhile', async () => {
    const person = { name: 'ada', email: 'ada@example.com', password: 'correct horse battery', roles: [] };
    const { id } = await data.people.users.create(SYSTEM, person);
    let isOut = false;
    /** Some parts have been told, and the next is held up until the loss has been heard of. */
    const revoke = async () => {
      await data.db.transaction(async (/** @type {any} */ tx) => {
        await tx.query('lock table app.notes in access exclusive mode');
        isOut = true;
        await data.db.query({ text: `update plinth.users set name = 'out' where id = $1`, values: [id] });
        await until(() => stream.caughtUp());
      });
    };
    /** @type {string[]} */
    const sent = [];
    /** @type {string[]} */
    const ends = [];
    /** @type {Promise<void> | undefined} */
    let revoking;
    const send = (/** @type {Buffer} */ bytes) => {
      sent.push(String(bytes));
      if (sent.length === 2) revoking = revoke();
    };
    const confirm = async () => (isOut ? null : VISITOR);
    const watch = [`users:${id}`];
    const end = (/** @type {string} */ why) => void ends.push(why);
    await data.feed.subscribe(VISITOR, { rows: [{ table: 'notes' }] }, { send, confirm, watch, end });
    await data.db.query(`insert into app.notes (n) select generate_series(1, 9000)`);
    await until(() => ends.length > 0);
    await revoking;
    assert.deepEqual(ends, ['revoked']);
    assert.ok(!sent.join('').includes('"n":9000,'), 'what was still to be told is not');
  });
});

describe('rights lost while somebody is subscribing', () => {
  it('Z13: subscribers who arrive after losing their rights receive nothing', async () => {
    const told = listener();
    /** @type {string[]} */
    const ends = [];
    const gone = { ...told, confirm: async () => null, end: (/** @type {string} */ why) => void ends.push(why) };
    await data.feed.subscribe(VISITOR, { rows: [{ table: 'notes' }] }, gone);
    await data.db.query('insert into app.notes (n) values (-1)');
    await until(() => stream.caughtUp());
    assert.deepEqual([ends, told.sent], [['revoked'], []]);
  });

  it('Z13: subscribers who wait while the access list changes have to subscribe again', async () => {
    const person = { name: 'cyd', email: 'cyd@example.com', password: 'correct horse battery', roles: [] };
    const { id } = await data.people.users.create(SYSTEM, person);
    const { promise: held, resolve: release } = Promise.withResolvers();
    const { promise: isBusy, resolve: busy } = Promise.withResolvers();
    let isHere = false;
    const confirm = async () => {
      if (!isHere) return VISITOR;
      busy(null);
      return held.then(() => VISITOR);
    };
    await data.feed.subscribe(
      VISITOR,
      { rows: [{ table: 'notes' }] },
      { ...listener(), watch: [`users:${id}`], confirm },
    );
    isHere = true;
    await apart({ text: `update plinth.users set name = 'busy' where id = $1`, values: [id] });
    await isBusy;
    /** @type {string[]} */
    const ends = [];
    const told = { ...listener(), end: (/** @type {string} */ why) => void ends.push(why) };
    const coming = data.feed.subscribe(VISITOR, { rows: [{ table: 'notes' }] }, told);
    await new Promise(setImmediate);
    await data.edit(SYSTEM, 'set-access', { table: 'notes', access: {} });
    release(null);
    await coming;
    assert.deepEqual([ends, told.sent], [['changed'], []]);
    await data.edit(SYSTEM, 'set-access', { table: 'notes', access: { public: { read: 'all' } } });
  });

  it('Z13: a row read after its change is not sent to subscribers who lost their rights in between', async () => {
    await data.edit(SYSTEM, 'add-table', { name: 'gates', fields: [{ name: 'open', type: 'boolean' }] });
    const rule = 'row.n < 0 || row.gates.size() == 0';
    await data.edit(SYSTEM, 'add-field', {
      table: 'gates',
      field: { name: 'note', type: 'relation', attributes: { table: 'notes' } },
    });
    await data.edit(SYSTEM, 'set-access', { table: 'notes', access: { public: { read: { rule } } } });
    const person = { name: 'ben', email: 'ben@example.com', password: 'correct horse battery', roles: [] };
    const { id } = await data.people.users.create(SYSTEM, person);
    const { rows } = await data.db.query('insert into app.notes (n) values (7) returning id');
    const told = listener();
    /** @type {string[]} */
    const ends = [];
    let isOut = false;
    await data.feed.subscribe(
      VISITOR,
      { rows: [{ table: 'notes' }] },
      {
        ...told,
        watch: [`users:${id}`],
        confirm: async () => (isOut ? null : VISITOR),
        end: (/** @type {string} */ why) => void ends.push(why),
      },
    );
    const change = (/** @type {number} */ n) =>
      apart({ text: 'update app.notes set n = $1 where id = $2', values: [n, rows[0].id] });
    await data.db.transaction(async (/** @type {any} */ tx) => {
      // Whoever looks what the rule says of the row waits here.
      await tx.query('lock table app.gates in access exclusive mode');
      await change(8);
      await until(async () => {
        const { rows: waiting } = await tx.query(`select 1 from pg_locks where not granted`);
        return waiting.length > 0;
      });
      isOut = true;
      await apart({ text: `update plinth.users set name = 'out' where id = $1`, values: [id] });
      await change(424_242);
      await until(() => stream.caughtUp());
    });
    await until(() => ends.length > 0);
    assert.deepEqual(ends, ['revoked']);
    assert.ok(!told.sent.join('').includes('424242'), told.sent.join(''));
  });
});
