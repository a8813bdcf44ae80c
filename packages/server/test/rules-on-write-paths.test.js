import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer } from '../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let ann;
let token = '';
let keys = 0;

before(async () => {
  server = await startTestServer({ users: { ann: ['user'], bob: ['user'] } });
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'jobs',
    fields: [
      { name: 'title', type: 'text', unique: true },
      { name: 'note', type: 'text' },
      { name: 'crew', type: 'many_to_many', attributes: { table: 'users' } },
    ],
  });
  const job = { name: 'job', type: 'relation', attributes: { table: 'jobs' } };
  const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
  await data.edit(system, 'add-table', {
    name: 'steps',
    fields: [{ name: 'label', type: 'text' }, job],
    access: { user: all },
  });
  const control = (/** @type {string} */ field) => node('form_field', { field });
  const steps = node('child_rows', { relation: 'steps.job' }, [control('label')]);
  for (const [name, parts] of Object.entries({ job: [], job_steps: [steps] })) {
    const layout = node('stack', {}, [control('title'), control('crew'), ...parts]);
    const view = { name, label: name, template: 'edit', table: 'jobs', roles: ['user'], config: { layout } };
    await data.edit(system, 'add-view', { view });
  }
  ann = await server.as('ann');
  ({ token } = await data.people.apiTokens.create(system, ann.user.id, { name: 'x' }));
});
after(() => server?.close());

/** @param {string} method @param {string} path @param {any} body @param {Record<string, string>} [more] */
async function api(method, path, body, more = {}) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
  const answer = await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, json: /** @type {any} */ (await answer.json()) };
}

/** @param {{ status: number, json: any }} answer */
const ofOne = ({ status, json }) => (json.results ? (json.results[0].status ?? status) : status);
const once = () => ({ 'idempotency-key': `k${(keys += 1)}` });

/** @param {string} name @param {any} given */
async function tool(name, given) {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  const accept = { accept: 'application/json, text/event-stream' };
  const { json } = await api('POST', '/mcp', call, accept);
  return json.result.isError ? 403 : 200;
}

/** @param {string} path @param {any} values */
async function form(path, values) {
  const { status } = await ann.post(path, values);
  return status === 303 || status === 302 ? 200 : status;
}

const ROWS = '/api/v1/tables/jobs/rows';
/**
 * Every way to change a row; each gives the status of the row.
 *
 * @type {Record<string, (row: any, crew: string[]) => Promise<number>>}
 */
const CHANGES = {
  PATCH: async ({ id }, crew) => ofOne(await api('PATCH', `${ROWS}/${id}`, { crew })),
  'PATCH once': async ({ id }, crew) => ofOne(await api('PATCH', `${ROWS}/${id}`, { crew }, once())),
  PUT: async ({ title }, crew) => ofOne(await api('PUT', `${ROWS}?by=title`, { title, crew })),
  'bulk PUT': async ({ title }, crew) => ofOne(await api('PUT', `${ROWS}?by=title`, [{ title, crew }])),
  bulk: async ({ id }, crew) => ofOne(await api('PATCH', ROWS, [{ id, crew }])),
  'bulk once': async ({ id }, crew) => ofOne(await api('PATCH', ROWS, [{ id, crew }], once())),
  transaction: async ({ id }, crew) =>
    (await api('POST', '/api/v1/transactions', { steps: [{ op: 'update', table: 'jobs', id, values: { crew } }] }))
      .status,
  MCP: ({ id }, crew) => tool('update_row', { table: 'jobs', id, values: { crew } }),
  form: ({ id, title }, crew) => form(`/view/job?id=${id}`, { title, crew }),
  'form with child rows': ({ id, title }, crew) =>
    form(`/view/job_steps?id=${id}`, { title, crew, 'steps.job.0.label': 'x' }),
};
/** Every way to make one. @type {Record<string, (title: string, crew: string[]) => Promise<number>>} */
const CREATIONS = {
  POST: async (title, crew) => ofOne(await api('POST', ROWS, { title, crew })),
  'POST once': async (title, crew) => ofOne(await api('POST', ROWS, { title, crew }, once())),
  PUT: async (title, crew) => ofOne(await api('PUT', `${ROWS}?by=title`, { title, crew })),
  bulk: async (title, crew) => ofOne(await api('POST', ROWS, [{ title, crew }])),
  'bulk once': async (title, crew) => ofOne(await api('POST', ROWS, [{ title, crew }], once())),
  transaction: async (title, crew) =>
    (await api('POST', '/api/v1/transactions', { steps: [{ op: 'insert', table: 'jobs', values: { title, crew } }] }))
      .status,
  MCP: (title, crew) => tool('create_row', { table: 'jobs', values: { title, crew } }),
  form: (title, crew) => form('/view/job', { title, crew }),
  'form with child rows': (title, crew) => form('/view/job_steps', { title, crew, 'steps.job.0.label': 'x' }),
};

/** @param {any} access */
const grant = (access) =>
  server.data.edit(server.system, 'set-access', { table: 'jobs', access: { user: { read: 'all', ...access } } });
const crewOf = async (/** @type {any} */ { id }) =>
  (await server.data.rows.get(server.system, 'jobs', id)).crew.map((/** @type {string} */ key) => key);

describe('rules over a many-to-many field', () => {
  for (const [way, change] of Object.entries(CHANGES)) {
    it(`Z4: are asked of the row before and after, by ${way}`, async () => {
      const { data, system } = server;
      const bob = (await server.as('bob')).user.id;
      const me = ann.user.id;
      const row = await data.rows.insert(system, 'jobs', { title: `c ${way}`, crew: [bob] });
      await grant({ update: { rule: '!(user.id in row.crew)' } });
      assert.equal(await change(row, [me]), 403);
      assert.deepEqual(await crewOf(row), [bob]);
      await grant({ update: { rule: 'user.id in row.crew' } });
      assert.equal(await change(row, [me]), 403);
      await data.rows.update(system, 'jobs', row.id, { crew: [me] });
      assert.equal(await change(row, [bob]), 403);
      assert.deepEqual(await crewOf(row), [me]);
      assert.equal(await change(row, [me, bob]), 200);
      assert.deepEqual((await crewOf(row)).sort(), [me, bob].sort());
    });
  }

  for (const [way, create] of Object.entries(CREATIONS)) {
    it(`Z4: are asked of a new row with its entries, by ${way}`, async () => {
      const { data, system } = server;
      const [bob, cyd] = [(await server.as('bob')).user.id, (await server.as('admin')).user.id];
      const me = ann.user.id;
      await grant({ create: { rule: 'user.id in row.crew && row.crew.size() < 3' } });
      const before = await data.rows.count(system, 'jobs');
      assert.equal(await create(`n ${way}`, [bob]), 403);
      assert.equal(await create(`n ${way}`, [me, bob, cyd]), 403);
      assert.equal(await data.rows.count(system, 'jobs'), before);
      assert.match(String(await create(`n ${way}`, [me, bob])), /^20[01]$/);
      assert.equal(await data.rows.count(system, 'jobs'), before + 1);
    });
  }
});

describe('triggers before a row is saved', () => {
  before(async () => {
    await grant({ create: 'all', update: 'all', delete: 'all' });
    const trigger = { label: 'Before', table: 'jobs', events: ['insert', 'update'], timing: 'before' };
    const steps = [
      { kind: 'set', field: 'note', value: '"note of " + row.title' },
      { kind: 'refuse', field: 'title', message: 'Not a good title', when: 'row.title.startsWith("bad")' },
    ];
    await server.data.edit(server.system, 'add-trigger', { trigger: { ...trigger, before: steps } });
    const columns = ['title', 'note'].map((field) => ({ kind: 'field', field }));
    const list = { name: 'jobs', template: 'list', table: 'jobs', roles: ['user'], config: { columns, editing: true } };
    await server.data.edit(server.system, 'add-view', { view: list });
  });
  after(() => server.data.edit(server.system, 'remove-trigger', { trigger: 'before' }));
  const named = async (/** @type {string} */ title) => {
    const { rows } = await server.data.db.query({ text: 'select * from app.jobs where title = $1', values: [title] });
    return rows;
  };

  for (const [way, create] of Object.entries(CREATIONS)) {
    it(`set fields and refuse new rows, by ${way}`, async () => {
      assert.match(String(await create(`made by ${way}`, [])), /^20[01]$/);
      assert.equal((await named(`made by ${way}`))[0].note, `note of made by ${way}`);
      assert.equal(await create(`bad ${way}`, []), way === 'MCP' ? 403 : 422);
      assert.deepEqual(await named(`bad ${way}`), []);
    });
  }

  for (const [way, change] of Object.entries(CHANGES)) {
    it(`set fields and refuse changes, by ${way}`, async () => {
      const row = await server.data.rows.insert(server.system, 'jobs', { title: `changed by ${way}` });
      await server.data.db.query('update app.jobs set note = null where title like $$changed%$$');
      assert.equal(await change(row, [ann.user.id]), 200);
      assert.equal((await named(row.title))[0].note, `note of ${row.title}`);
      const [{ id }] = (
        await server.data.db.query({
          text: `with s as materialized (select set_config('plinth.as_saved', 'on', true))
                 insert into app.jobs (title) select $1 from s returning id`,
          values: [`bad ${way} change`],
        })
      ).rows;
      assert.equal(await change({ id, title: `bad ${way} change` }, [ann.user.id]), way === 'MCP' ? 403 : 422);
      assert.deepEqual(await crewOf({ id }), []);
    });
  }

  it('say why where the row was written: problem+json, the field of a form, a cell, selected rows', async () => {
    const { json } = await api('POST', ROWS, { title: 'bad one' });
    assert.deepEqual([json.code, json.errors ?? json.fields], ['ROW_REFUSED', { title: 'Not a good title' }]);
    const page = await ann.post('/view/job', { title: 'bad one' });
    assert.equal(page.status, 422);
    assert.match(page.text, /value="bad one"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*value="bad one"/);
    assert.match(page.text, /Not a good title/);
    const many = await api('POST', ROWS, [{ title: 'well' }, { title: 'bad one' }]);
    assert.deepEqual(
      many.json.results.map((/** @type {any} */ { status }) => status),
      [201, 422],
    );
    const [{ id }] = await named('well');
    const cells = await ann.postJson('/view/jobs/cells', {
      rows: [{ id, set: { title: { text: 'bad cell', key: null } } }],
    });
    assert.match(JSON.parse(cells.text).rows[0].errors.title.message, /Not a good title/);
  });
});
