import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Record<string, import('../../testing/client.js').Client>} */
let people;
const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
const ALL = Object.freeze({ read: 'all', create: 'all', update: 'all', delete: 'all' });

before(async () => {
  server = await startTestServer();
  await edit('add-role', { role: { name: 'manager', label: 'Managers', inherits: 'user' } });
  await edit('add-table', {
    name: 'requests',
    label: 'Requests',
    singular: 'Request',
    display: 'title',
    owner: 'who',
    access: { user: { ...ALL, read: 'own' }, manager: { ...ALL, read: { rule: 'row.amount < 1000' } } },
    fields: [
      { name: 'title', type: 'text', label: 'Title' },
      { name: 'amount', type: 'money', label: 'Amount' },
      { name: 'reason', type: 'long_text', label: 'Reason' },
      { name: 'note', type: 'text', label: 'Note' },
      { name: 'secret', type: 'text', label: 'Secret', access: { read: ['admin'] } },
      { name: 'who', type: 'user', label: 'Asked by' },
    ],
  });
  const approved = {
    action: 'update_row',
    config: { values: [{ field: 'note', source: 'value', value: 'Approved' }] },
  };
  const steps = [
    { id: 'ask', kind: 'task', title: 'Buy {{ row.title }}?', to: 'role', toRole: 'manager' },
    { id: 'then', kind: 'action', do: approved },
  ];
  const workflow = { name: 'purchase', label: 'Purchase', table: 'requests', as: 'system', steps };
  await edit('add-workflow', { workflow });
  const roles = ['user', 'manager', 'admin'];
  people = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await server.as(role)])));
});
after(() => server?.close());

/** @param {object} values */
async function asked(values) {
  const { user } = people.user;
  const row = await server.data.rows.insert(server.system, 'requests', { title: 'Chair', who: user.id, ...values });
  const actor = { userId: user.id, roles: ['user', 'public'], system: false };
  const run = await server.data.workflows.start(actor, { workflow: 'purchase', row: row.id });
  await server.data.workflows.runner.drain();
  const { rows } = await server.data.db.query({ text: 'select id from plinth.tasks where run_id = $1', values: [run] });
  return { url: `/tasks/${rows[0].id}`, row };
}

it('a task shows what its row says, without what its reader may not see', async () => {
  const { url } = await asked({ amount: '249.50', reason: 'My <b>back</b> hurts', secret: 'code-word' });
  const { text } = await people.manager.get(url);
  for (const shown of [
    /<dt[^>]*>Amount<\/dt><dd[^>]*>[^<]*249\.50/,
    /Reason<\/dt><dd[^>]*>My &lt;b&gt;back/,
    />Asked by</,
  ])
    assert.match(text, shown);
  assert.doesNotMatch(text, /code-word|<dt[^>]*>(Secret|Note)</, 'neither secrets nor empty fields');
  const hidden = await asked({ amount: '5000', reason: 'hidden-word' });
  const { status, text: other } = await people.manager.get(hidden.url);
  assert.equal(status, 200);
  assert.doesNotMatch(other, /hidden-word|5,000/, 'a row that the reader may not see');
});

it('whoever asked reads the answer, cannot decide it, and sees who approved it in the history', async () => {
  const { url, row } = await asked({ amount: '10' });
  assert.equal((await people.user.get(url)).status, 404, 'an open task is for those who decide');
  assert.equal((await people.user.post(url, { outcome: 'approve' })).status, 404);
  assert.equal((await people.manager.post(url, { outcome: 'approve', comment: 'A good one' })).status, 303);
  await server.data.workflows.runner.drain();
  const { text } = await people.user.get(url);
  const { name, id } = people.manager.user;
  assert.match(text, /A good one/);
  assert.match(text, new RegExp(String(name)));
  assert.match((await people.user.get('/tasks?state=done')).text, new RegExp(url));
  assert.notEqual((await people.user.post(url, { outcome: 'reject', comment: 'x' })).status, 303, 'it is decided');
  const [last] = await server.data.history.list(server.system, 'requests', row.id);
  assert.equal(last.user?.id, id);
});

it('the overview of a person shows what waits for them and what they opened, and nothing of others', async () => {
  const { url, row } = await asked({ amount: '77', title: 'Lamp' });
  const { manager, user } = people;
  await server.data.places.star(await actorOf(manager), { kind: 'row', name: 'requests', id: String(row.id) }, true);
  const { status, text } = await manager.get('/home');
  assert.equal(status, 200);
  assert.match(text, new RegExp(`<a class="fw-bold" href="${url}">Buy Lamp\\?`));
  assert.match(text, /id="home-starred">Favourites/);
  const other = await user.get('/home');
  assert.equal(other.status, 200);
  assert.doesNotMatch(other.text, new RegExp(url), 'the task of a manager');
  assert.match(other.text, /Press the star/);
  const { status: asked302, location } = await (await server.as('public')).get('/home');
  assert.deepEqual([asked302, location], [302, '/auth/login?next=%2Fhome']);
});

/** @param {import('../../testing/client.js').Client} client */
const actorOf = async ({ user }) => ({ userId: user.id, roles: ['manager', 'user', 'public'], system: false });
