import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { node } from '@plinth/plugin';
import { startTestServer } from '../../../testing/index.js';

for (const pageCache of [true, false]) {
  describe(`a page that is not in the cache (${pageCache ? 'on' : 'off'}), rendered while the barrier is under way`, () => {
    /** @type {Awaited<ReturnType<typeof startTestServer>>} */
    let server;
    /** @type {any} */
    let data;

    before(async () => {
      server = await startTestServer({ pageCache, users: { anna: ['user'] } });
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

    /**
     * Runs while the freshness barrier of a request is under way, after its statements were answered.
     *
     * @param {() => Promise<unknown>} work
     */
    function duringTheBarrier(work) {
      const { stream } = data;
      const { caughtUp } = stream;
      let times = 0;
      stream.caughtUp = async () => {
        if (times++ === 0) await work();
        return caughtUp();
      };
      return () => {
        stream.caughtUp = caughtUp;
        return times;
      };
    }

    /** An address of its own each time, which no cache has. */
    let count = 0;
    const desk = () => `/page/desk?n=${count++}`;

    it('takes one round trip: its statements go out beside the barrier, not after it', async () => {
      const anna = await server.as('anna');
      await anna.get(desk());
      /** @type {string[]} */
      let order = [];
      let hasPassed = true;
      const { caughtUp } = data.stream;
      const { select } = data;
      data.stream.caughtUp = async () => {
        const passed = await caughtUp();
        hasPassed &&= passed;
        // Never reached if the statements wait for the barrier.
        await until(() => order.length > 0);
        order.push('barrier');
        return passed;
      };
      server.runtime.data.select = async (/** @type {any[]} */ ...args) => {
        order.push('statements');
        return select(...args);
      };
      try {
        // On a busy machine the barrier can fail and the page is rendered again.
        await until(async () => {
          [order, hasPassed] = [[], true];
          assert.equal((await anna.get(desk())).status, 200);
          return hasPassed;
        });
      } finally {
        data.stream.caughtUp = caughtUp;
        server.runtime.data.select = select;
      }
      assert.deepEqual(order, ['statements', 'barrier']);
    });

    it('C4: is rendered again when the Catalog has changed meanwhile', async () => {
      const anna = await server.as('anna');
      await anna.get(desk());
      const end = duringTheBarrier(() =>
        data.edit(server.system, 'add-field', { table: 'notes', field: { name: 'more', type: 'text' } }),
      );
      const answer = await anna.get(desk());
      end();
      assert.equal(answer.status, 200);
    });

    it('is rendered from what the database says if the barrier fails', async () => {
      const { caughtUp } = data.stream;
      data.stream.caughtUp = async () => false;
      const anna = await server.as('anna');
      const answer = await anna.get(desk());
      data.stream.caughtUp = caughtUp;
      assert.equal(answer.status, 200);
    });

    it('A7: shows nothing to whose session has ended meanwhile', async () => {
      await data.rows.insert(server.system, 'notes', { title: 'For users only' });
      const anna = await server.as('anna');
      assert.match((await anna.get(desk())).text, /For users only/);
      const end = duringTheBarrier(() => data.db.query('delete from plinth.sessions'));
      const answer = await anna.get(desk());
      end();
      assert.equal(answer.status, 302);
      assert.doesNotMatch(answer.text, /For users only/);
    });
  });
}
