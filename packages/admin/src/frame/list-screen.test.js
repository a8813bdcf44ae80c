import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startTestServer } from '@plinth/server/testing';
import { createScreens, FOLDER } from '../screens.js';

const from = (/** @type {string} */ name) => JSON.stringify(import.meta.resolve(name));

/** A screen as a file: a list, adding one, changing one. */
const SCREEN = `
import { integer, text } from ${from('@plinth/plugin/settings')};
import { column, listScreen, partsFor, routed, savesSettings, shows } from ${from('./index.js')};

const shops = new Map();
const SHOP = [text('label', 'Name', { required: true, max: 20 }), integer('beds', 'Beds', { min: 1 })];
const keep = (name, values) => (shops.set(name, { name, ...values }), { next: '/admin/shops', said: 'Saved' });
const page = (req, tried) => ({
  title: 'Shop',
  errors: tried.errors,
  body: partsFor(req).form({ action: '', submit: 'Save', schema: SHOP, values: shops.get(req.params.shop), tried }),
});

export const screen = {
  path: '/shops',
  title: 'Shops',
  nav: { section: 'build', icon: 'home', order: 99 },
  routes: routed({
    ...listScreen({
      title: 'Shops',
      icon: 'home',
      empty: 'No shops yet',
      of: () => [...shops.values()],
      words: ({ label }) => label,
      columns: (_req, { named }) => [
        column('Name', ({ name, label }) => named('/admin/shops/' + name, label, name)),
        column('Beds', ({ beds }) => beds),
      ],
      add: { url: '/admin/shops', heading: 'New shop', label: 'Add shop', schema: SHOP, save: (_req, values) => keep('s' + shops.size, values) },
    }),
    'GET /:shop': shows(page),
    'POST /:shop': savesSettings(SHOP, ({ params }, values) => keep(params.shop, values), page),
  }),
};
`;

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {import('@plinth/server/testing').Client} */
let admin;
/** @type {string} */
let folder;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-screens-'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(folder, 'shops.js'), SCREEN);
  server = await startTestServer({ users: { anna: ['user'] } });
  Object.assign(server.runtime.screens, createScreens([FOLDER, pathToFileURL(`${folder}/`)]));
  admin = await server.as('admin');
});
after(async () => {
  await server?.close();
  await rm(folder, { recursive: true });
});

const main = (/** @type {string} */ text) => text.slice(text.indexOf('<main'), text.indexOf('</main>'));

describe('a screen that is one file in a folder', () => {
  it('says that there is nothing, and stands in the sidebar', async () => {
    const { status, text } = await admin.get('/admin/shops');
    assert.equal(status, 200);
    assert.match(text, /<a href="\/admin\/shops" aria-current="page">/);
    assert.match(main(text), /No shops yet[^]*<form method="post" action="\/admin\/shops"[^]*New shop/);
    assert.doesNotMatch(main(text), /role="search"|<table/);
  });

  it('refuses what is wrong with a message at the field, and keeps what was typed', async () => {
    const { status, text } = await admin.post('/admin/shops', { label: 'A name of more than twenty', beds: '0' });
    assert.equal(status, 422);
    assert.match(main(text), /value="A name of more than twenty"/);
    assert.match(main(text), /id="s-label-error">must have at most 20 characters</);
    assert.match(main(text), /id="s-beds-error">/);
    assert.match(main(text), /No shops yet/);
    assert.equal((await admin.post('/admin/shops', { label: '', beds: '' })).status, 422);
  });

  it('adds one, lists it, and changes it by the same settings', async () => {
    assert.equal((await admin.post('/admin/shops', { label: 'Pens & <ink>', beds: '3' })).status, 303);
    assert.match(
      main((await admin.get('/admin/shops')).text),
      /<a href="\/admin\/shops\/s0">Pens &amp; &lt;ink&gt;<\/a>[^]*data-label="Beds: ">3</,
    );
    assert.match((await admin.get('/admin/shops/s0')).text, /name="label"[^>]*value="Pens &amp; &lt;ink&gt;"/);
    const wrong = await admin.post('/admin/shops/s0', { label: 'Ink', beds: 'many' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /value="many"[^]*id="s-beds-error">/);
    assert.equal((await admin.post('/admin/shops/s0', { label: 'Ink', beds: '4' })).status, 303);
    assert.match(main((await admin.get('/admin/shops')).text), />Ink<\/a>[^]*data-label="Beds: ">4</);
  });

  it('is searched as soon as it is long, and says so if nothing is found', async () => {
    for (let i = 0; i < 13; i++) await admin.post('/admin/shops', { label: `Shop ${i}`, beds: '' });
    const { text } = await admin.get('/admin/shops?q=shop+11');
    assert.match(main(text), /role="search"[^]*value="shop 11"/);
    assert.equal(main(text).split('<th scope="row">').length, 2);
    assert.match(main((await admin.get('/admin/shops?q=nowhere')).text), /No matches/);
  });

  it('Z1: is for admins only', async () => {
    const anna = await server.as('anna');
    assert.equal((await anna.get('/admin/shops')).status, 404);
    assert.equal((await anna.post('/admin/shops', { label: 'Mine' })).status, 404);
  });
});
