import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

const SYSTEM = { userId: null, roles: [], system: true };

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
/** A change of plugins makes all parts anew. */
const data = () => /** @type {any} */ (server.data);
before(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
after(() => server.close());

const refusing = (/** @type {string} */ label) => ({
  label,
  table: 'goods',
  events: ['insert'],
  timing: 'before',
  before: [{ kind: 'refuse', message: 'No', when: 'row.price > 1000000' }],
});

const KIND = { value: 'large', label: 'Large', colour: 'blue' };

/** One of each kind, in an order in which each is possible. @type {[string, any][]} */
const EDITS = [
  ['add-app', { name: 'shop', label: 'Shop' }],
  ['change-app', { app: 'shop', changes: { label: 'The shop' } }],
  ['add-role', { role: { name: 'clerk', label: 'Clerk' } }],
  ['change-role', { role: 'clerk', changes: { label: 'Clerks' } }],
  ['add-table', { name: 'goods', fields: [{ name: 'title', type: 'text' }] }],
  ['add-table', { name: 'parts', fields: [{ name: 'of', type: 'relation', attributes: { table: 'goods' } }] }],
  ['change-table', { table: 'goods', changes: { label: 'All goods', history: true } }],
  ['add-field', { table: 'goods', field: { name: 'price', type: 'text' } }],
  ['change-field', { table: 'goods', field: 'price', changes: { type: 'decimal', attributes: {} }, discard: true }],
  ['change-field', { table: 'goods', field: 'title', changes: { name: 'name' } }],
  ['move-field', { table: 'goods', field: 'price', to: 0 }],
  ['add-field', { table: 'parts', field: { name: 'kind', type: 'select', attributes: { options: [KIND] } } }],
  ['add-choices', { table: 'parts', field: 'kind', choices: ['Fragile'] }],
  ['set-access', { table: 'goods', access: { clerk: { read: 'all', create: 'all' } } }],
  ['add-constraint', { table: 'goods', constraint: { kind: 'unique', fields: ['name', 'price'], message: '' } }],
  ['set-constraints', { table: 'goods', constraints: [] }],
  ['add-constraint', { table: 'goods', constraint: { kind: 'unique', fields: ['price', 'name'], message: '' } }],
  ['remove-constraint', { table: 'goods' }],
  ['add-index', { table: 'goods', fields: ['price'] }],
  ['remove-index', { table: 'goods' }],
  ['set-indexes', { table: 'goods', indexes: [{ fields: ['name'] }] }],
  ['generate-views', { table: 'goods' }],
  ['add-view', { view: { name: 'more_goods', table: 'goods', template: 'list' } }],
  ['change-view', { view: 'more_goods', changes: { label: 'More of them' } }],
  ['remove-view', { view: 'more_goods' }],
  ['add-piece', { piece: { name: 'sign', label: 'Sign', layout: { id: 'root', type: 'stack' } } }],
  ['change-piece', { piece: 'sign', changes: { label: 'Signpost' } }],
  ['remove-piece', { piece: 'sign' }],
  [
    'add-trigger',
    {
      trigger: {
        label: 'Hello',
        table: 'goods',
        events: ['insert'],
        steps: [{ do: { action: 'show_message', config: { text: 'Hello' } } }],
      },
    },
  ],
  ['change-trigger', { trigger: 'hello', changes: { events: ['update'], fields: ['price'] } }],
  ['remove-trigger', { trigger: 'hello' }],
  ['add-trigger', { trigger: refusing('one') }],
  ['add-trigger', { trigger: refusing('two') }],
  ['move-trigger', { trigger: 'two', to: 0 }],
  ['remove-trigger', { trigger: 'one' }],
  ['remove-trigger', { trigger: 'two' }],
  ['add-workflow', { workflow: { label: 'Approval', table: 'goods', steps: [{ id: 'end', kind: 'stop' }] } }],
  ['change-workflow', { workflow: 'approval', changes: { enabled: false } }],
  ['remove-workflow', { workflow: 'approval' }],
  ['add-page', { page: { name: 'hello', title: 'Hello' } }],
  ['change-page', { page: 'hello', changes: { title: 'Hello there' } }],
  ['change-menu', { items: [{ label: 'Hello', kind: 'page', target: 'hello' }] }],
  ['remove-page', { page: 'hello' }],
  [
    'add-piece',
    { piece: { name: 'note', label: 'Note', layout: { id: 'n1', type: 'text', settings: { text: 'Here' } } } },
  ],
  ['change-piece', { piece: 'note', changes: { label: 'A note' } }],
  ['remove-piece', { piece: 'note' }],
  ['add-function', { function: { name: 'count', code: 'export default () => 1' } }],
  ['change-function', { function: 'count', changes: { seconds: 5 } }],
  ['remove-function', { function: 'count' }],
  ['add-secret', { secret: { name: 'key', hosts: ['api.example.com'] } }],
  ['change-secret', { secret: 'key', changes: { description: 'Of the shop' } }],
  ['remove-secret', { secret: 'key' }],
  ['add-mail', { mail: { name: 'hello_mail', subject: 'Hello', body: 'You' } }],
  ['change-mail', { mail: 'hello_mail', changes: { subject: 'Hi' } }],
  ['remove-mail', { mail: 'hello_mail' }],
  ['change-settings', { changes: { siteName: 'My site' } }],
  ['change-plugin', { plugin: 'gone', changes: { version: '1.0.0', enabled: false } }],
  ['remove-plugin', { plugin: 'gone' }],
  [
    'batch',
    {
      summary: 'Two at once',
      edits: [
        { edit: 'add-role', input: { role: { name: 'guest', label: 'Guest' } } },
        { edit: 'add-field', input: { table: 'parts', field: { name: 'note', type: 'text' } } },
      ],
    },
  ],
  ['remove-field', { table: 'goods', field: 'price' }],
  ['remove-role', { role: 'guest' }],
  ['remove-table', { table: 'parts' }],
  ['remove-table', { table: 'goods' }],
  ['remove-app', { app: 'shop' }],
];

/** All metadata by value, and the rows of the table that is dropped on the way. */
async function state() {
  const objects = [...data().catalog().objects.values()].map(({ id, kind, parent, name, body }) => ({
    id,
    kind,
    parent,
    name,
    body,
  }));
  objects.sort((a, b) => (a.id < b.id ? -1 : 1));
  const goods = data().catalog().hasTable('goods')
    ? (await data().db.query('select * from app.goods order by id')).rows
    : [];
  return JSON.parse(JSON.stringify({ objects, goods }));
}

/** What is not known before. @param {string} name @param {any} input */
function completed(name, input) {
  const table = () => data().catalog().table('goods');
  if (name === 'remove-constraint') return { ...input, id: table().constraints[0].id };
  if (name === 'add-view') {
    const { config } = data()
      .catalog()
      .views.find((/** @type {any} */ view) => view.template === 'list');
    return { view: { ...input.view, config } };
  }
  if (name === 'remove-index') return { ...input, id: table().indexes[0].id };
  return input;
}

/** A request after an edit waits until the parts are the new ones. */
const settled = () => admin.get('/');

/** The button of the History screen, pressed. @param {string} id @param {'undo' | 'redo'} step */
async function press(id, step) {
  const page = await admin.get('/admin/history');
  assert.match(page.text, new RegExp(`/admin/history/${id}/${step}"`), `${step} is offered`);
  const answer = await admin.post(`/admin/history/${id}/${step}`, { return: '/admin/history' });
  assert.equal(answer.status, 303);
  assert.match(String(answer.location), /done=/, `${step} was refused: ${[...admin.cookies]}`);
}

describe('the History screen', () => {
  it('knows every kind of edit here', () => {
    assert.deepEqual([...new Set(EDITS.map(([name]) => name))].sort(), data().editNames().toSorted());
  });

  it('says what happened in the language of the reader, not of whoever did it', async () => {
    const edit = (/** @type {string} */ name, /** @type {any} */ input) => data().edit(SYSTEM, name, input);
    await edit('change-settings', { changes: { locale: 'de' } });
    await edit('add-table', { name: 'words', label: 'Words "of" {0}', fields: [{ name: 'title', type: 'text' }] });
    await edit('add-mail', { mail: { name: 'greeting', subject: 'Hello', body: 'You' } });
    await admin.post('/admin/tables/words/views', { sharing: 'read' });
    const { revision } = await edit('set-access', { table: 'words', access: { user: { read: 'all' } } });
    await press(revision, 'undo');
    await edit('batch', { summary: 'Add table "Tasks"', edits: [] });
    const seen = async (/** @type {string} */ path, /** @type {RegExp} */ line) =>
      [...(await admin.get(path)).text.matchAll(line)].map(([, text]) => text.replace(/&(quot|#34);/g, '"').trim());
    const history = () => seen('/admin/history', /history\/[0-9a-f-]+">([^<]+)</g);
    const log = () => seen('/admin/security', /data-label="(?:Details|Einzelheiten): ">([^<]+)</g);
    const german = [
      'Add table "Tasks"',
      'Rückgängig gemacht: Rechte an „Words "of" {0}“ geändert',
      'Rechte an „Words "of" {0}“ geändert',
      'Ansichten für „Words "of" {0}“ angelegt',
      'E-Mail-Vorlage „greeting“ angelegt',
      'Tabelle „Words "of" {0}“ angelegt',
    ];
    assert.deepEqual((await history()).slice(0, 6), german);
    assert.ok((await log()).includes(german[1]), 'the security log too');
    await edit('change-settings', { changes: { locale: 'en' } });
    assert.deepEqual((await history()).slice(1, 7), [
      'Add table "Tasks"',
      'Undone: Access to “Words "of" {0}” changed',
      'Access to “Words "of" {0}” changed',
      'Views for “Words "of" {0}” created',
      'Mail template “greeting” created',
      'Table “Words "of" {0}” created',
    ]);
    assert.ok((await log()).includes('Undone: Access to “Words "of" {0}” changed'));
    const answer = (await admin.get('/api/v1/revisions?limit=7')).json();
    assert.deepEqual(answer.revisions.map((/** @type {any} */ one) => one.summary).slice(3), [
      'Change who may use "Words "of" {0}"',
      'Create views of "Words "of" {0}"',
      'Add mail template "greeting"',
      'Add table "Words "of" {0}"',
    ]);
    assert.equal('says' in answer.revisions[0] || 'phrase' in answer.revisions[0], false);
  });

  it('takes back every kind of edit at once, and does it again', async () => {
    for (const [name, given] of EDITS) {
      const input = completed(name, given);
      const before = await state();
      const { revision } = await data().edit(SYSTEM, name, input);
      const calm = () => name.endsWith('-plugin') && settled();
      await calm();
      if (name === 'add-field' && given.table === 'goods') {
        await data().db.query(`insert into app.goods (title, price) values ('a', '1.50'), ('b', 'many'), (null, null)`);
        continue;
      }
      const after = await state();
      await press(revision, 'undo');
      await calm();
      assert.deepEqual(await state(), before, `${name} is taken back`);
      assert.equal((await admin.get('/')).status < 400, true);
      await press(revision, 'redo');
      await calm();
      assert.deepEqual(await state(), after, `${name} is done again`);
    }
  });

  it('lists every change once, a page at a time', async () => {
    const { rows } = await data().db.query('select id from plinth.revisions order by version desc');
    const listed = [];
    for (let query = '?'; query;) {
      const { text } = await admin.get(`/admin/history${query}`);
      listed.push(...[...text.matchAll(/href="\/admin\/history\/([0-9a-f-]+)"/g)].map(([, id]) => id));
      query = /<a class="btn mb-4" href="(\?[^"]+)"/.exec(text)?.[1].replaceAll('&amp;', '&') ?? '';
      assert.ok(listed.length <= rows.length, 'no change is listed again');
    }
    assert.deepEqual(
      listed,
      rows.map((/** @type {{ id: string }} */ { id }) => id),
    );
    assert.ok(rows.length > 100, 'on more than two pages');
  });

  it('brings back dropped tables with their rows, also after much else', async () => {
    const { revisions } = await data().revisions.list({ limit: 200 });
    const dropped = revisions.filter((/** @type {any} */ one) => one.edit === 'remove-table' && !one.undoneBy);
    assert.equal(data().catalog().hasTable('goods'), false);
    await admin.post(`/admin/history/${dropped[0].id}/undo`, { return: '/admin/history' });
    assert.deepEqual((await state()).goods.length, 3);
  });
});
