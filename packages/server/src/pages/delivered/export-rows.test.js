import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { createClient, startTestServer } from '../../testing/index.js';

const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let teams;
before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'teams',
    label: 'Teams',
    access: { user: all },
    fields: [{ name: 'name', label: 'Name', type: 'text' }],
  });
  await data.edit(system, 'add-table', {
    name: 'jobs',
    label: 'Jobs',
    access: { user: { ...all, read: 'own' }, staff: all },
    owner: 'who',
    fields: [
      { name: 'who', label: 'Who', type: 'user' },
      { name: 'title', label: 'Title', type: 'text' },
      { name: 'team', label: 'Team', type: 'relation', attributes: { table: 'teams', label: 'name' } },
      { name: 'worth', label: 'Worth', type: 'money', attributes: { currency: 'USD' }, access: { read: ['staff'] } },
      {
        name: 'state',
        label: 'State',
        type: 'select',
        attributes: {
          options: [
            { value: 'o', label: 'Open' },
            { value: 'd', label: 'Done' },
          ],
        },
      },
    ],
  });
  const columns = ['title', 'team', 'worth', 'state'].map((field) => ({ kind: 'field', field }));
  const view = (/** @type {any} */ more) =>
    data.edit(system, 'add-view', { view: { label: more.name, roles: ['user', 'staff'], ...more } });
  await view({ name: 'job_list', template: 'list', table: 'jobs', config: { columns, pageSize: 2 } });
  const embed = { id: 'e', type: 'embed', settings: { view: 'job_list', relation: 'child', child: 'jobs.team' } };
  const layout = { id: 'root', type: 'stack', children: [embed] };
  await view({ name: 'team_show', template: 'show', table: 'teams', config: { layout } });
  await data.edit(system, 'add-page', {
    page: {
      name: 'work',
      title: 'Work',
      roles: ['user', 'staff'],
      layout: { id: 'r', type: 'stack', children: [{ id: 'p', type: 'embed', settings: { view: 'job_list' } }] },
    },
  });
  teams = [];
  for (const name of ['Red', 'Blue']) teams.push(await data.rows.insert(system, 'teams', { name }));
  for (let at = 0; at < 7; at++)
    await data.rows.insert(system, 'jobs', {
      title: at === 3 ? '=cmd()' : `Job ${at}`,
      team: teams[at % 2].id,
      worth: `${at}.50`,
      state: at % 2 ? 'o' : 'd',
    });
});
after(() => server.close());

/** @param {string} text */
const linesOf = (text) => text.replace('\ufeff', '').trim().split('\r\n');

/** @param {any} client @param {object} settings */
const patch = (client, settings) =>
  client.request('/view/job_list/list-settings', {
    method: 'PATCH',
    body: JSON.stringify(settings),
    headers: { accept: 'application/json', 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  });

describe('export of a list', () => {
  it('has all rows that its address shows, in its order and columns, with labels', async () => {
    const staff = await server.as('staff');
    const answer = await staff.get('/view/job_list/export.csv?sort=-title');
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers.get('content-disposition')), /filename="job_list.csv"/);
    const lines = linesOf(answer.text);
    assert.equal(lines[0], 'Title,Team,Worth,State');
    assert.equal(lines.length, 8, 'not just the first page');
    assert.equal(lines[1], 'Job 6,Red,6.50,Done');
    const found = linesOf((await staff.get('/view/job_list/export.csv?q=Job+5')).text);
    assert.deepEqual(found.slice(1), ['Job 5,Blue,5.50,Open']);
    const filtered = linesOf((await staff.get(`/view/job_list/export.csv?team=${teams[1].id}`)).text);
    assert.equal(filtered.length, 4);
  });

  it('I8: neutralises formulas', async () => {
    const { text } = await (await server.as('staff')).get('/view/job_list/export.csv');
    assert.match(text, /\r\n'=cmd\(\)/);
  });

  it('is an Excel workbook, too', async () => {
    const answer = await (await server.as('staff')).get('/view/job_list/export.xlsx');
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers.get('content-type')), /spreadsheetml/);
    assert.equal(answer.text.slice(0, 2), 'PK');
  });

  it('Z2: is a PDF, too, for those who may open the list', async () => {
    const answer = await (await server.as('staff')).get('/view/job_list/export.pdf');
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf']);
    assert.match(String(answer.headers.get('content-disposition')), /attachment; filename="job_list\.pdf"/);
    assert.match(answer.text, /^%PDF-/);
    assert.equal((await createClient(server.url).get('/view/job_list/export.pdf')).status, 302);
  });

  it('Z5 Z6: shows pictures and the logo in a PDF to those who may read them', async () => {
    const { data, system } = server;
    const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#2a9d8f' } })
      .png()
      .toBuffer();
    const upload = (/** @type {any} */ about) =>
      data.files.add(system, Readable.from([png]), { name: 'x.png', ...about });
    const image = { name: 'photo', label: 'Photo', type: 'image', access: { read: ['staff'] } };
    await data.edit(system, 'add-field', { table: 'teams', field: image });
    const file = await upload({ field: { table: 'teams', field: 'photo' } });
    await data.rows.update(system, 'teams', teams[0].id, { photo: file.id });
    const about = { table: 'teams', roles: ['user', 'staff'] };
    const columns = ['name', 'photo'].map((field) => ({ kind: 'field', field }));
    const layout = {
      id: 'a',
      type: 'stack',
      children: ['name', 'photo'].map((field) => ({ id: field, type: 'field', settings: { field } })),
    };
    await data.edit(system, 'add-view', {
      view: { ...about, name: 'team_list', template: 'list', config: { columns } },
    });
    await data.edit(system, 'add-view', {
      view: { ...about, name: 'team_card', template: 'show', config: { layout } },
    });
    const [staff, user] = [await server.as('staff'), await server.as('user')];
    const pictures = async (/** @type {any} */ client, /** @type {string} */ path) =>
      (await client.get(path)).text.match(/\/Subtype \/Image/g)?.length ?? 0;
    const card = `/view/team_card/export.pdf?id=${teams[0].id}`;
    assert.equal(await pictures(staff, card), 1);
    assert.equal(await pictures(user, card), 0);
    assert.equal(await pictures(staff, '/view/team_list/export.pdf'), 1);
    assert.equal(await pictures(user, '/view/team_list/export.pdf'), 0);
    const logo = await upload({ public: true });
    await data.edit(system, 'change-settings', { changes: { logo: logo.id } });
    assert.equal(await pictures(user, card), 1);
  });

  it('of a list on a page or in a row contains what is shown there', async () => {
    const staff = await server.as('staff');
    assert.equal(linesOf((await staff.get('/page/work/export.csv?at=v-job_list')).text).length, 8);
    const inRow = await staff.get(`/view/team_show/export.csv?at=v-job_list&id=${teams[0].id}`);
    assert.deepEqual(
      linesOf(inRow.text)
        .slice(1)
        .map((line) => line.split(',')[1]),
      ['Red', 'Red', 'Red', 'Red'],
    );
  });

  it('Z6: has the columns as its reader arranged them, and none that they may not read', async () => {
    const arranged = async (/** @type {string} */ role, /** @type {string} */ path = 'view/job_list/export.csv') => {
      const client = await server.as(role);
      const columns = [{ key: 'worth' }, { key: 'title' }, { key: 'team', hidden: true }, { key: 'gone' }];
      const { status } = await patch(client, { columns });
      assert.equal(status, 200);
      const [head] = linesOf((await client.get(`/${path}`)).text);
      await patch(client, { columns: [] });
      return head;
    };
    assert.equal(await arranged('staff'), 'Worth,Title,State');
    assert.equal(await arranged('staff', 'page/work/export.csv?at=v-job_list'), 'Worth,Title,State');
    assert.equal(await arranged('user'), 'Title,State');
  });

  it('Z2 Z6: has no row and no field that the reader may not see, and is 404 where nothing is to be had', async () => {
    const user = await server.as('user');
    const { text } = await user.get('/view/job_list/export.csv');
    assert.deepEqual(linesOf(text), ['Title,Team,State']);
    assert.doesNotMatch((await user.get('/view/job_list/export.csv?sort=worth')).text, /Worth|\.50/);
    assert.equal((await user.get('/page/work/export.csv')).status, 404, 'a page itself has no rows');
    assert.equal((await user.get('/page/work/export.csv?at=v-other')).status, 404);
    assert.equal((await user.get('/view/team_show/export.csv')).status, 404);
    assert.equal((await user.get('/view/missing/export.csv')).status, 404);
    const visitor = await server.as('public');
    assert.match((await visitor.get('/view/job_list/export.csv')).location ?? '', /^\/auth\/login/);
  });
});
