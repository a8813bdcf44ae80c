import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { dataPlugin } from '../../core-plugin.js';
import { createData } from '../../create-data.js';
import { createTestDatabase, until } from '../../testing/index.js';
import { createChangeStream } from '../index.js';
import { readPlace } from './place.js';

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

/** A listener that keeps what it is sent, each time apart. */
function listener() {
  /** @type {string[]} */
  const sent = [];
  const send = (/** @type {Buffer} */ bytes) => void sent.push(String(bytes));
  return { sent, watch: [], confirm: async () => VISITOR, send, end: () => {} };
}

describe('a transaction of many rows', () => {
  it('is told in parts, and no sign of life names a place before what was told already', async () => {
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
      const [place, reached] = [data.feed.place(), last].map((text) => text && readPlace(text));
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
    await until(() => data.feed.place() !== null);
  });
});
