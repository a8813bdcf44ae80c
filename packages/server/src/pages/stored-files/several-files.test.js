import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('../../testing/client.js').Client} */
let staff;
/** @type {import('../../testing/client.js').Client} */
let user;
/** @type {string} */
let token;
const rights = { read: 'all', create: 'all', update: 'all', delete: 'none' };

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-app', { name: 'desk', label: 'Desk' });
  await edit('add-table', {
    name: 'tasks',
    app: 'desk',
    access: { staff: rights },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'papers', label: 'Papers', type: 'file', attributes: { several: true, maxFiles: 4, maxSize: 1 } },
    ],
  });
  await edit('generate-views', { table: 'tasks', roles: ['staff'] });
  [staff, user] = [await server.as('staff'), await server.as('user')];
  const made = await server.data.people.apiTokens.create(server.system, staff.user.id, { name: 'test' });
  token = made.token;
});
after(() => server.close());

/** @param {readonly string[]} names */
function formOf(names, title = 'Files', kept = /** @type {string[]} */ ([])) {
  const form = new FormData();
  form.append('title', title);
  form.append('papers', '');
  for (const id of kept) form.append('papers', id);
  for (const name of names) form.append('papers', new File([name], name));
  return form;
}
const newest = async () => {
  const { rows } = await server.data.db.query('select * from app.tasks order by id desc limit 1');
  return rows[0];
};
/** @param {string} method @param {string} path @param {any} [body] */
async function api(method, path, body) {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: await answer.json() };
}

describe('several files in a form without scripts', () => {
  it('are stored in their order, and shown in the detail view and the list', async () => {
    const answer = await staff.post('/view/tasks_edit', formOf(['c.txt', 'a.txt', 'b<i>.txt', 'd.txt']));
    assert.equal(answer.status, 303, answer.text.slice(0, 2000));
    const { id, papers } = await newest();
    assert.equal(papers.length, 4);
    const { text } = await staff.get(`/view/tasks_show?id=${id}`);
    assert.ok(text.indexOf('c.txt') < text.indexOf('a.txt') && text.indexOf('a.txt') < text.indexOf('b&lt;i&gt;.txt'));
    const list = (await staff.get('/view/tasks_list')).text;
    assert.match(list, /c\.txt<\/a>.*a\.txt<\/a>.*b&lt;i&gt;\.txt<\/a>.*<span class="badge">\+1<\/span>/);
    assert.doesNotMatch(list, /d\.txt/);
  });

  it('stay in the order of their lines; what is unticked goes, what is new comes last', async () => {
    const { id, papers } = await newest();
    const kept = [papers[2], papers[0]];
    assert.equal((await staff.post(`/view/tasks_edit?id=${id}`, formOf(['e.txt'], 'Files', kept))).status, 303);
    const now = (await newest()).papers;
    assert.deepEqual(now.slice(0, 2), kept);
    assert.equal(now.length, 3);
    assert.equal((await staff.post(`/view/tasks_edit?id=${id}`, formOf([], 'Files'))).status, 303);
    assert.equal((await newest()).papers, null);
  });

  it('beyond the limit are refused at the field, with what was typed', async () => {
    const form = formOf(
      ['1', '2', '3', '4', '5'].map((name) => `${name}.txt`),
      'Too many',
    );
    const answer = await staff.post('/view/tasks_edit', form);
    assert.equal(answer.status, 422);
    assert.match(answer.text, /Papers must have at most 4 files/);
    assert.match(answer.text, /value="Too many"/);
    assert.equal(answer.text.match(/type="checkbox"[^>]*name="papers"/g)?.length, 6, 'five and the template’s');
  });

  it('one that is too large is refused by name, and the others are kept in the form', async () => {
    const form = formOf(['fits.txt']);
    form.append('papers', new File([new Uint8Array(1_100_000)], 'big.bin'));
    const answer = await staff.post('/view/tasks_edit', form);
    assert.equal(answer.status, 422);
    assert.match(answer.text, /big\.bin.{0,10} is larger than 1 MB/);
    assert.match(answer.text, /name="papers"[^>]*value="[0-9a-f-]{36}"/);
  });
});

describe('several files elsewhere', () => {
  it('Z1: are fetched by whoever may read the row, and by nobody else', async () => {
    await staff.post('/view/tasks_edit', formOf(['x.txt', 'y.txt']));
    for (const id of (await newest()).papers) {
      assert.equal((await staff.get(`/files/${id}/f`)).status, 200);
      assert.equal((await user.get(`/files/${id}/f`)).status, 404);
      assert.equal((await (await server.as('public')).get(`/files/${id}/f`)).status, 404);
    }
  });

  it('go in and out of the API as lists, of ids or of files, and OpenAPI says so', async () => {
    const { papers } = await newest();
    const made = await api('POST', 'tables/tasks/rows', { title: 'By API', papers: [papers[1], { id: papers[0] }] });
    assert.equal(made.status, 201, JSON.stringify(made.json));
    const id = made.json.id ?? made.json.row?.id;
    const got = await api('GET', `tables/tasks/rows/${id}`);
    assert.deepEqual((got.json.row ?? got.json).papers, [papers[1], papers[0]]);
    const full = await api('GET', `tables/tasks/rows/${id}?expand=papers`);
    assert.deepEqual(
      (full.json.row ?? full.json).papers.map((/** @type {any} */ file) => file.name),
      ['y.txt', 'x.txt'],
    );
    for (const wrong of [['x'], { a: 1 }, ['00000000-0000-7000-8000-0000000000ff']]) {
      const refused = await api('PATCH', `tables/tasks/rows/${id}`, { papers: wrong });
      assert.equal(refused.status, 422, JSON.stringify(wrong));
    }
    const { json } = await api('GET', 'openapi.json');
    assert.match(
      JSON.stringify(json),
      /"papers":\{[^}]*"type":\["array","null"\],"items":\{"type":"string","format":"uuid"\},"maxItems":4|"papers":\{"type":\["array","null"\]/,
    );
  });

  it('survive an export of the app with its rows', async () => {
    const document = await server.data.apps.export(server.system, 'desk', { rows: true });
    await server.data.apps.install(server.system, document, { prefix: 'copy_', rows: true });
    const { rows } = await server.data.db.query(
      `select array(select name from unnest(c.papers) with ordinality o(id, n) join plinth.files f using (id) order by n) as names
         from app.copy_tasks c where title = 'By API'`,
    );
    assert.deepEqual(rows[0].names, ['y.txt', 'x.txt']);
  });
});
