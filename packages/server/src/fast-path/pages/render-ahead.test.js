import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let data;

before(async () => {
  server = await startTestServer({ pageCache: false, users: { anna: ['user'] } });
  ({ data } = server);
  await data.edit(server.system, 'add-table', {
    name: 'notes',
    fields: [{ name: 'title', type: 'text' }],
    access: { user: { read: 'all' } },
  });
  const config = { columns: [{ kind: 'field', field: 'title' }] };
  const view = { name: 'notes', template: 'list', table: 'notes', roles: ['user'], config };
  await data.edit(server.system, 'add-view', { view });
  await data.edit(server.system, 'add-page', {
    page: { name: 'desk', title: 'Desk', roles: ['user'], layout: node('embed', { view: 'notes' }) },
  });
});
after(() => server.close());

/** Runs while the proof of a request is under way, after its statements were answered. @param {() => Promise<unknown>} work */
function duringTheProof(work) {
  const { stream } = data;
  const { prove } = stream;
  let times = 0;
  stream.prove = async () => {
    if (times++ === 0) await work();
    return prove();
  };
  return () => {
    stream.prove = prove;
    return times;
  };
}

describe('a page shown while the proof is under way', () => {
  it('asks the database beside the proof, not after it', async () => {
    const anna = await server.as('anna');
    await anna.get('/page/desk');
    /** @type {string[]} */
    let order = [];
    let isProven = true;
    const { prove } = data.stream;
    const { select } = data;
    data.stream.prove = async () => {
      const proven = await prove();
      isProven &&= proven;
      // Never, where they wait for the proof.
      await until(() => order.length > 0);
      order.push('proof');
      return proven;
    };
    server.parts.data.select = async (/** @type {any[]} */ ...args) => {
      order.push('statements');
      return select(...args);
    };
    try {
      // Without a proof, on a busy machine, it is made again.
      await until(async () => {
        [order, isProven] = [[], true];
        assert.equal((await anna.get('/page/desk')).status, 200);
        return isProven;
      });
    } finally {
      data.stream.prove = prove;
      server.parts.data.select = select;
    }
    assert.deepEqual(order, ['statements', 'proof']);
  });

  it('C4: is made again when the Catalog has changed meanwhile', async () => {
    const anna = await server.as('anna');
    await anna.get('/page/desk');
    const end = duringTheProof(() =>
      data.edit(server.system, 'add-field', { table: 'notes', field: { name: 'more', type: 'text' } }),
    );
    const answer = await anna.get('/page/desk');
    end();
    assert.equal(answer.status, 200);
  });

  it('is made the slow way when there is no proof', async () => {
    const { prove } = data.stream;
    data.stream.prove = async () => false;
    const anna = await server.as('anna');
    const answer = await anna.get('/page/desk');
    data.stream.prove = prove;
    assert.equal(answer.status, 200);
  });

  it('A7: shows nothing to whose session has ended meanwhile', async () => {
    await data.rows.insert(server.system, 'notes', { title: 'For users only' });
    const anna = await server.as('anna');
    assert.match((await anna.get('/page/desk')).text, /For users only/);
    const end = duringTheProof(() => data.db.query('delete from plinth.sessions'));
    const answer = await anna.get('/page/desk');
    end();
    assert.equal(answer.status, 302);
    assert.doesNotMatch(answer.text, /For users only/);
  });
});
