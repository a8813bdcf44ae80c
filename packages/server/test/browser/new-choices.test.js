import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, launchBrowser, startTestServer, until } from '../../src/testing/index.js';

// Choices that people add while they fill in rows, at a desk and on a phone.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
const SHOTS = process.env.PLINTH_SHOTS;
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  const attributes = (/** @type {string[]} */ ...values) => ({
    options: values.map((value) => ({ value, label: value, colour: 'blue' })),
  });
  await edit('add-table', {
    name: 'parts',
    label: 'Parts',
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'maker', type: 'select', required: true, attributes: attributes('Bosch', 'Hilti') },
      { name: 'tags', type: 'multi_select', attributes: attributes('new', 'used') },
    ],
    access: { staff: { ...ALL, choices: 'all' }, user: ALL },
  });
  const view = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
    edit('add-view', { view: { name, label: name, template, table: 'parts', roles: ['user'], config } });
  const fields = ['title', 'maker', 'tags'];
  const form = [...fields.map((field) => node('form_field', { field })), node('submit', { label: 'Save' })];
  await view('part', 'edit', { layout: node('stack', {}, form) });
  await view('parts', 'list', { columns: fields.map((field) => ({ kind: 'field', field })), editing: true });
  await data.rows.insert(system, 'parts', { title: 'Drill', maker: 'Bosch', tags: ['new'] });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {string} field @returns {Promise<string[]>} */
async function choices(field) {
  const catalog = await server.data.current();
  return catalog
    .table('parts')
    .field(field)
    .attributes.options.map((/** @type {any} */ one) => one.value);
}
/** @param {string} title */
const stored = async (title) =>
  (await server.data.db.query({ text: 'select maker, tags from app.parts where title = $1', values: [title] })).rows[0];
/** @param {import('playwright-core').Page} page @param {string} name */
async function shot(page, name) {
  if (!SHOTS) return;
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

describe('a form', () => {
  for (const [title, javaScriptEnabled, size] of /** @type {const} */ ([
    ['Saw', true, { width: 1280, height: 800 }],
    ['Axe', false, { width: 390, height: 844 }],
  ])) {
    it(`adds a choice and saves the row in one go ${javaScriptEnabled ? 'at a desk' : 'on a phone, without scripts'}`, async () => {
      const page = await browser.page(server.url, await server.as('staff'), { javaScriptEnabled });
      await page.setViewportSize(size);
      await page.goto('/view/part');
      await page.getByLabel('Title').fill(title);
      await page.getByRole('textbox', { name: /^Maker: / }).fill(` ${title} & Co `);
      await page.getByRole('checkbox', { name: 'used' }).check();
      await page.getByRole('textbox', { name: /^Tags: / }).fill('NEW');
      await shot(page, `form-${size.width}`);
      if (javaScriptEnabled) assert.deepEqual(await axeViolations(page), []);
      await page.getByRole('button', { name: 'Save' }).click();
      await until(async () => (await stored(title)) !== undefined);
      assert.deepEqual(await stored(title), { maker: `${title} & Co`, tags: ['used', 'new'] });
      assert.ok((await choices('maker')).includes(`${title} & Co`));
      assert.deepEqual(await choices('tags'), ['new', 'used']);
      await page.context().close();
    });
  }

  it('keeps what was typed when something else is wrong, and adds nothing yet', async () => {
    const staff = await server.as('staff');
    const { status, text } = await staff.post('/view/part', { title: '', maker: '', 'maker.add': 'Foo <b>' });
    assert.equal(status, 422);
    assert.match(text, /name="maker\.add"[^>]* value="Foo &lt;b(&gt;|>)"/);
    assert.equal((await choices('maker')).includes('Foo <b>'), false);
  });

  it('offers nothing to people without the right, and refuses what they send all the same', async () => {
    const person = await server.as('user');
    assert.doesNotMatch((await person.get('/view/part')).text, /maker\.add/);
    const { status } = await person.post('/view/part', { title: 'Sly', maker: '', 'maker.add': 'Foo' });
    assert.equal(status, 403);
    assert.equal((await person.post('/view/part', { title: 'Sly', maker: 'Foo' })).status, 422);
    assert.equal(await stored('Sly'), undefined);
    assert.equal((await choices('maker')).includes('Foo'), false);
    assert.match((await (await server.as('staff')).get('/view/part')).text, /maker\.add/);
  });
});
