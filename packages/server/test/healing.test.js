import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/data/testing';
import { startTestServer } from '../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', { name: 'tasks', fields: [{ name: 'title', type: 'text' }] });
  await edit('generate-views', { table: 'tasks', roles: ['staff'] });
  await edit('set-access', {
    table: 'tasks',
    access: { staff: { read: 'all', create: 'all', update: 'all', delete: 'all' } },
  });
});
after(() => server.close());

/** Ends every connection to the database but the one that asks. */
function killBackends() {
  return server.data.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

describe('K3: the database ends its connections', () => {
  it('requests under way get 503 or their answer, later ones are served, and no answered row is lost', async () => {
    const staff = await server.as('staff');
    /** @type {string[]} */
    const answered = [];
    const statuses = new Set();
    let running = true;
    const write = async (/** @type {number} */ writer) => {
      for (let i = 0; running; i++) {
        const title = `row ${writer}.${i}`;
        const { status } = await staff.post('/view/tasks_edit', { title }, { accept: 'application/json' });
        statuses.add(status);
        if (status === 200) answered.push(title);
      }
    };
    const writers = [1, 2, 3, 4].map(write);
    const more = () => {
      const wanted = answered.length + 5;
      return until(() => answered.length >= wanted);
    };
    for (let i = 0; i < 5; i++) {
      await more();
      await killBackends();
    }
    await more();
    running = false;
    await Promise.all(writers);
    assert.deepEqual(
      [...statuses].filter((status) => status !== 200 && status !== 503),
      [],
    );
    const { rows } = await server.data.db.query('select title from app.tasks');
    const kept = new Set(rows.map((/** @type {any} */ row) => row.title));
    assert.deepEqual(
      answered.filter((title) => !kept.has(title)),
      [],
    );
    assert.equal(new Set(rows.map((/** @type {any} */ row) => row.title)).size, rows.length);
    assert.equal((await staff.get('/view/tasks_list')).status, 200);
  });

  it('C4, A7: a user disabled while no changes could be received is logged out nevertheless', async () => {
    const user = await server.as('user');
    assert.equal((await user.get('/auth/profile')).status, 200);
    await server.data.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    );
    await server.data.db.query({
      text: 'update plinth.users set disabled_at = now() where email = $1',
      values: ['user@example.com'],
    });
    assert.equal((await user.get('/auth/profile')).status, 302);
  });

  it('distinguishes readiness from liveness', async () => {
    const visitor = await server.as('public');
    assert.equal((await visitor.get('/healthz')).status, 200);
    // The stream that was ended comes back after a pause that grows with each try.
    await until(async () => (await visitor.get('/readyz')).status === 200);
  });
});
