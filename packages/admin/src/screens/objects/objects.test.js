import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startTestServer } from '@plinth/server/testing';

const KIND = {
  name: 'announcement',
  plural: 'announcements',
  label: 'announcement',
  icon: 'speakerphone',
  schema: [
    { name: 'label', type: 'text', default: '', max: 200 },
    { name: 'description', type: 'longtext', default: '' },
    { name: 'text', type: 'text', label: 'What it says', required: true },
    { name: 'page', type: 'page', default: null },
  ],
};
const GERMAN = { announcement: 'Durchsage', announcements: 'Durchsagen', 'What it says': 'Wortlaut' };
const source = (/** @type {string} */ name, /** @type {any} */ kind) =>
  `export const plugin = ${JSON.stringify({ name, version: '1.0.0', api: '^1', kinds: [kind], texts: { de: GERMAN } })};`;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
/** @type {string} */
let folder;
/** A change of plugins makes all parts anew. */
const catalog = () => /** @type {any} */ (server.data.catalog());

/** @param {string} name @param {any} kind */
async function install(name, kind) {
  const place = path.join(folder, name);
  await mkdir(place);
  const manifest = { name: `plinth-${name}`, version: '1.0.0', type: 'module', exports: './index.js' };
  await writeFile(path.join(place, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(place, 'index.js'), source(name, kind));
  await server.runtime.plugins.install(server.system, place);
}

before(async () => {
  server = await startTestServer({ users: { anna: ['user'] } });
  admin = await server.as('admin');
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-kinds-'));
  await install('news', KIND);
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const HERE = '/admin/objects/announcement';

describe('the screens of a kind of metadata that a plugin defines', () => {
  it('are a list in the sidebar, a form made from the schema, and a deletion that tells what refers to it', async () => {
    const none = await admin.get(HERE);
    assert.equal(none.status, 200);
    assert.match(none.text, /Nothing here yet/);
    assert.match((await admin.get('/admin/tables')).text, /href="\/admin\/objects\/announcement"/);
    const form = await admin.get(`${HERE}/~new`);
    assert.match(form.text, />What it says</);
    const made = await admin.submit(`${HERE}/~new`, { label: 'We moved <b>', text: 'To the east' });
    assert.equal(made.status, 303, made.text.slice(0, 500));
    const { name, id: _, ...body } = catalog().announcements[0];
    assert.equal(name, 'we_moved_b');
    assert.deepEqual(body, { label: 'We moved <b>', description: '', text: 'To the east', page: null, app: null });
    assert.match((await admin.get(HERE)).text, /We moved &lt;b&gt;/);
    await admin.submit(`${HERE}/${name}`, { text: 'To the west' });
    assert.equal(catalog().announcement(name).text, 'To the west');
    assert.match((await admin.get(`${HERE}/${name}/delete`)).text, /We moved &lt;b&gt;/);
    await admin.post(`${HERE}/${name}/delete`, {});
    assert.equal(catalog().hasAnnouncement(name), false);
    const history = await admin.get('/admin/history');
    assert.match(history.text, /Announcement “We moved &lt;b&gt;” deleted/);
  });

  it('say what is wrong beside its control, and lose nothing that was typed', async () => {
    const refused = await admin.submit(`${HERE}/~new`, { label: 'Again', text: '' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /value="Again"/);
    assert.equal((await admin.submit(`${HERE}/~new`, { label: '', text: 'x' })).status, 422);
    assert.deepEqual(catalog().announcements, []);
  });

  it('are told in Problems, whose line leads there', async () => {
    const edit = (/** @type {string} */ name, /** @type {any} */ input) =>
      /** @type {any} */ (server.data).edit(server.system, name, input);
    await edit('add-page', { page: { name: 'east' } });
    await edit('add-announcement', { announcement: { name: 'moved', text: 'x', page: 'east' } });
    assert.match((await admin.get('/admin/build/pages/east')).text, /./);
    await edit('remove-page', { page: 'east' });
    assert.match((await admin.get('/admin/problems')).text, /\/admin\/objects\/announcement\/moved\?at=page/);
    await edit('remove-announcement', { announcement: 'moved' });
  });

  it('are for admins, and of kinds that there are', async () => {
    const anna = await server.as('anna');
    for (const url of [HERE, `${HERE}/~new`]) assert.ok([403, 404].includes((await anna.get(url)).status), url);
    for (const kind of ['gone', 'page', 'constructor', '__proto__'])
      assert.equal((await admin.get(`/admin/objects/${kind}`)).status, 404, kind);
    assert.equal((await admin.get(`${HERE}/gone`)).status, 404);
  });

  it('does not load a plugin whose kind is defined wrongly, names the field, and runs on', async () => {
    await assert.rejects(
      install('worse', { ...KIND, name: 'notice', plural: 'notices', schema: [{ name: 'label' }] }),
      {
        message: /schema\.0\.type/,
      },
    );
    assert.equal((await admin.get(HERE)).status, 200);
  });
});
