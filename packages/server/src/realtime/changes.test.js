import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../testing/index.js';
import { listen } from '../testing/event-source.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, string>} */
const ids = {};

before(async () => {
  server = await startTestServer({ users: { ada: ['user'], ben: ['user'], cyd: ['staff'] } });
  const { data } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(server.system, name, input);
  await edit('add-table', {
    name: 'notes',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'score', type: 'integer' },
      { name: 'author', type: 'user' },
      { name: 'open', type: 'boolean' },
    ],
  });
  await edit('set-access', {
    table: 'notes',
    owner: 'author',
    access: {
      staff: { read: 'all' },
      user: { read: 'own' },
      public: { read: { rule: 'row.open' } },
    },
  });
  await edit('add-table', { name: 'secrets', fields: [{ name: 'title', type: 'text' }] });
  for (const name of ['ada', 'ben', 'cyd']) ids[name] = (await server.as(name)).user.id;
});
after(() => server?.close());

/** @param {string} name @param {string} query @param {Record<string, string>} [headers] */
async function follow(name, query, headers = {}) {
  const client = await server.as(name);
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('; ');
  return listen(`${server.url}/api/v1/changes?${query}`, { ...(cookie && { cookie }), ...headers });
}

/** Until everybody has heard of everything: a row that all of them see comes last. @param {any[]} streams */
async function barrier(streams) {
  const title = `barrier ${Math.random()}`;
  await server.data.rows.insert(server.system, 'notes', { title, open: true, author: ids.ada, score: 1 });
  for (const stream of streams)
    await stream.until(() => stream.events.some((/** @type {any} */ { data }) => data.row?.title === title));
}

/** What came of rows, without barriers. @param {any} stream */
const told = (stream) =>
  stream.events
    .filter(
      (/** @type {any} */ { event, data }) => !['ready'].includes(event) && !data.row?.title?.startsWith('barrier'),
    )
    .map((/** @type {any} */ { event, data }) => [event, data.id, ...(data.row ? [data.row.title] : [])]);

describe('changes', () => {
  it('Z2: tells each listener of the rows that he may see and of no other', async () => {
    const streams = {
      staff: await follow('cyd', 'table=notes'),
      ada: await follow('ada', 'table=notes'),
      open: await follow('public', 'table=notes'),
    };
    for (const stream of Object.values(streams)) await stream.ready();
    const { rows } = server.data;
    let steps = 1;
    /** One after the other: what happens at once is told as it is in the end. @param {any} done */
    const step = async (done) => {
      const row = await done;
      steps++;
      await streams.staff.until(() => streams.staff.events.length >= steps);
      return row;
    };
    const of = (/** @type {any} */ stream, /** @type {any} */ id) =>
      told(stream).filter((/** @type {any} */ event) => event[1] === id);
    const values = { title: 'x', open: false };
    const { id: mine } = await step(rows.insert(server.system, 'notes', { ...values, author: ids.ada }));
    const { id: others } = await step(rows.insert(server.system, 'notes', { ...values, author: ids.ben }));
    await step(rows.update(server.system, 'notes', others, { open: true }));
    await step(rows.update(server.system, 'notes', others, { open: false }));
    await step(rows.update(server.system, 'notes', mine, { title: 'given away', author: ids.ben }));
    await step(rows.remove(server.system, 'notes', mine));
    await step(rows.remove(server.system, 'notes', others));
    await barrier([streams.staff, streams.ada]);
    await streams.open.until(() => streams.open.events.length > 1);
    const kinds = (/** @type {any} */ stream, /** @type {any} */ id) =>
      of(stream, id).map((/** @type {any} */ [event]) => event);
    assert.deepEqual(kinds(streams.staff, others), ['insert', 'update', 'update', 'delete']);
    assert.deepEqual(kinds(streams.staff, mine), ['insert', 'update', 'delete']);
    assert.deepEqual(kinds(streams.ada, mine), ['insert', 'left']);
    for (const stream of [streams.ada, streams.open]) {
      assert.deepEqual(
        kinds(stream, others),
        ['update', 'left'],
        "a row of somebody else's is heard of while it is open",
      );
    }
    assert.deepEqual(of(streams.open, mine), [], 'visitors must not hear of closed rows');
    for (const stream of Object.values(streams)) stream.close();
  });
});
