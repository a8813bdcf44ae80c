import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, cellUnder, launchBrowser, startTestServer, until } from '../../src/testing/index.js';

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
      { name: 'towns', type: 'multi_select', attributes: attributes('Hamburg, Germany', 'Berlin', 'Hamm') },
      { name: 'rank', type: 'select', attributes: attributes('A'), access: { read: ['admin'], write: ['admin'] } },
    ],
    access: { staff: { ...ALL, choices: 'all' }, user: ALL },
  });
  const view = (/** @type {string} */ name, /** @type {string} */ template, /** @type {any} */ config) =>
    edit('add-view', { view: { name, label: name, template, table: 'parts', roles: ['user'], config } });
  const fields = ['title', 'maker', 'tags'];
  const form = [...fields.map((field) => node('form_field', { field })), node('submit', { label: 'Save' })];
  await view('part', 'edit', { layout: node('stack', {}, form) });
  const columns = (/** @type {string[]} */ names) => names.map((field) => ({ kind: 'field', field }));
  await view('parts', 'list', { columns: columns(fields), editing: true, selecting: true });
  await view('places', 'list', { columns: columns(['title', 'towns']), editing: true });
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

/** By the keys alone. @param {import('playwright-core').Page | import('playwright-core').Locator} root @param {string} name @param {string} text */
async function addInList(root, name, text) {
  const control = root.getByRole('combobox', { name, exact: true });
  await control.fill(text);
  await control
    .locator('xpath=..')
    .getByRole('option', { name: `Add “${text.trim()}”` })
    .waitFor();
  await control.press('Enter');
  assert.equal(await control.inputValue(), text.trim());
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
      if (javaScriptEnabled) await addInList(page, 'Maker', ` ${title} & Co `);
      else await page.getByRole('textbox', { name: /^Maker: / }).fill(` ${title} & Co `);
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

describe('a cell', () => {
  /** @param {'staff' | 'admin'} role @param {string} address @param {{ width: number, height: number }} size */
  async function opened(role, address, size) {
    const page = await browser.page(server.url, await server.as(role), { reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await page.goto(address);
    await page.locator('[data-pl-cells] tbody').hover();
    await page.locator('[data-pl-cells][role=grid]').waitFor();
    /** @param {string} label */
    const cell = (label) =>
      page
        .locator('tr[data-id="1"]')
        .locator(cellUnder(label))
        .or(page.locator(`tr[data-id="1"] td[data-field="${label.toLowerCase()}"]`));
    const saved = () => until(async () => (await page.locator('.pl-cell-waiting, .pl-cell-editor').count()) === 0);
    return { page, cell, saved };
  }

  /** What a screen reader is told of in the list. @param {import('playwright-core').Page} page */
  const pointedAt = (page) =>
    page.evaluate(() => {
      const active = document.activeElement?.getAttribute('aria-activedescendant');
      const item = active ? document.getElementById(active) : null;
      return item?.role === 'option' && item.ariaSelected === 'true' ? item.textContent : null;
    });

  for (const [role, address, size] of /** @type {const} */ ([
    ['staff', '/view/parts', { width: 1280, height: 800 }],
    ['admin', '/admin/tables/parts/data', { width: 1280, height: 800 }],
    ['admin', '/admin/tables/parts/data', { width: 390, height: 844 }],
  ])) {
    const name = `Made by ${role} at ${size.width}`;
    it(`adds what is typed with the keys alone, and Ctrl+Z takes the value back: ${address} at ${size.width}`, async () => {
      const { page, cell, saved } = await opened(role, address, size);
      const before = (await stored('Drill')).maker;
      await cell('Maker').focus();
      await page.keyboard.type(name);
      await page.locator('.pl-cell-choices li', { hasText: `Add “${name}”` }).waitFor();
      assert.equal(await pointedAt(page), `Add “${name}”`);
      // The editor floats above the page, outside its landmarks.
      assert.deepEqual(
        (await axeViolations(page)).filter((one) => !one.startsWith('region')),
        [],
      );
      await shot(page, `cell-${role}-${size.width}`);
      await page.keyboard.press('Enter');
      await until(async () => (await stored('Drill')).maker === name);
      assert.ok((await choices('maker')).includes(name));
      await saved();
      await cell('Maker').focus();
      await page.keyboard.press('Control+z');
      await until(async () => (await stored('Drill')).maker === before);
      await saved();
      await page.keyboard.press('Control+y');
      await until(async () => (await stored('Drill')).maker === name);
      await page.context().close();
    });
  }

  it('adds several to a list of choices, beside those that are chosen', async () => {
    const { page, cell, saved } = await opened('staff', '/view/parts', { width: 1280, height: 800 });
    await cell('Tags').focus();
    await page.keyboard.press('F2');
    await page.keyboard.press('End');
    await page.keyboard.type(', loud');
    await page.locator('.pl-cell-choices li', { hasText: 'Add “loud”' }).click();
    await page.keyboard.type(', USED');
    assert.equal(await pointedAt(page), 'used', 'what is there is not offered as new');
    await page.keyboard.press('ArrowDown');
    assert.equal(await pointedAt(page), 'used');
    await page.keyboard.type(', small');
    await page.keyboard.press('Enter');
    await saved();
    await until(async () => (await stored('Drill')).tags.length === 4);
    assert.deepEqual((await stored('Drill')).tags, ['new', 'loud', 'used', 'small']);
    assert.deepEqual(await choices('tags'), ['new', 'used', 'loud', 'small']);
    await page.context().close();
  });

  it('adds one for a new row, in the same press', async () => {
    const { page } = await opened('staff', '/view/parts', { width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.keyboard.type('Plane');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Stanley');
    await page.keyboard.press('Enter');
    await until(async () => (await stored('Plane'))?.maker === 'Stanley');
    assert.ok((await choices('maker')).includes('Stanley'));
    await page.context().close();
  });

  it('says as before that it is no choice without the right, and refuses to add it', async () => {
    const person = await server.as('user');
    const { version } = await server.data.current();
    const before = await stored('Drill');
    const about = (await person.get('/view/parts/cells')).json();
    assert.equal('adds' in about.fields.maker, false);
    const send = (/** @type {any} */ set, /** @type {any} */ id = 1) =>
      person.postJson('/view/parts/cells', { rows: [{ id, set }] });
    const plain = (await send({ maker: { text: 'Sly' }, title: { text: 'Drill' } })).json();
    assert.match(plain.rows[0].errors.maker.message, /must be one of/);
    const sly = (await send({ maker: { text: 'Sly', adds: ['Sly'] }, title: { text: 'Drill' } })).json();
    assert.equal(sly.rows[0].errors.maker.code, 'FORBIDDEN');
    assert.deepEqual(Object.keys(sly.rows[0].cells), ['title'], 'the other cell is stored');
    const made = (await send({ maker: { text: 'Sly', adds: ['Sly'] }, title: { text: 'New' } }, null)).json();
    assert.deepEqual([made.rows[0].id, made.rows[0].error.code], [null, 'FORBIDDEN']);
    for (const adds of ['Sly', [1], Array.from({ length: 21 }, () => 'x')])
      assert.equal((await send({ maker: { text: 'Sly', adds } })).status, 400);
    assert.equal((await server.data.current()).version, version);
    assert.deepEqual([await stored('Drill'), await stored('New')], [before, undefined]);
  });

  it('refuses what can be no choice at its cell, and keeps what was typed', async () => {
    const staff = await server.as('staff');
    const { version } = await server.data.current();
    const set = { maker: { text: 'a; b', adds: ['a; b'] }, title: { text: 'Drill' } };
    const [answer] = (await staff.postJson('/view/parts/cells', { rows: [{ id: 1, set }] })).json().rows;
    assert.match(answer.errors.maker.message, /semicolon/);
    assert.deepEqual(Object.keys(answer.cells), ['title']);
    assert.equal((await server.data.current()).version, version);
  });
});

describe('the forms of the data grid', () => {
  const DATA = '/admin/tables/parts/data';

  it('add a choice to a row, beside those that are chosen', async () => {
    const admin = await server.as('admin');
    const sent = { title: 'Lathe', maker: '', 'maker.add': ' Weiler ', tags: ['', 'new'], 'tags.add': 'heavy' };
    assert.match((await admin.get(`${DATA}/new`)).text, /name="maker\.add"/);
    const { status } = await admin.post(`${DATA}/new`, sent);
    assert.equal(status, 303);
    assert.deepEqual(await stored('Lathe'), { maker: 'Weiler', tags: ['new', 'heavy'] });
    const refused = await admin.post(`${DATA}/new`, { title: '', maker: '', 'maker.add': 'Nobody' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /name="maker\.add"[^>]* value="Nobody"/);
    assert.equal((await choices('maker')).includes('Nobody'), false);
  });

  it('add a choice to several rows at once', async () => {
    const admin = await server.as('admin');
    const form = { 'for.id': ['1'], 'for.field': 'tags', 'for.how': 'set', tags: ['', 'used'], 'tags.add': 'checked' };
    assert.match((await admin.get('/admin/tables/parts/change?id=1&field=tags')).text, /name="tags\.add"/);
    assert.equal((await admin.post('/admin/tables/parts/change', form)).status, 303);
    assert.deepEqual((await stored('Drill')).tags, ['used', 'checked']);
    assert.ok((await choices('tags')).includes('checked'));
  });
});

describe('several rows of a list', () => {
  it('1.4: get a choice that is added with them, in the dialog and without scripts', async () => {
    const staff = await server.as('staff');
    const page = await browser.page(server.url, staff, { reducedMotion: 'reduce' });
    await page.goto('/view/parts?title.in=Drill&title.in=Plane');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.locator('.pl-bulk').getByRole('button', { name: 'Edit' }).click();
    const box = page.getByRole('dialog', { name: 'Change 2 parts' });
    await box.getByLabel('Field').selectOption('Maker');
    const added = box.getByRole('textbox', { name: /^Maker: / });
    await added.fill('a; b');
    await box.getByRole('button', { name: 'Change Maker in 2 parts' }).click();
    await box.getByText(/semicolon/).waitFor();
    assert.equal(await added.inputValue(), 'a; b');
    await added.fill('Kress');
    await shot(page, 'bulk-choice');
    assert.deepEqual(await axeViolations(page), []);
    await box.getByRole('button', { name: 'Change Maker in 2 parts' }).click();
    await page.getByText('2 parts changed').waitFor();
    for (const title of ['Drill', 'Plane']) assert.equal((await stored(title)).maker, 'Kress');
    const before = (await stored('Drill')).tags;
    const sent = { id: ['1'], field: 'tags', how: 'add', value: '', 'value.add': 'spare' };
    assert.equal((await staff.post('/view/parts/change', sent)).status, 303);
    assert.deepEqual((await stored('Drill')).tags, [...before, 'spare']);
    assert.ok((await choices('tags')).includes('spare'));
    await page.context().close();
  });

  it('1.4: offer nothing without the right, and take nothing that is sent all the same', async () => {
    const person = await server.as('user');
    assert.doesNotMatch((await person.get('/view/parts/change?id=1&field=maker')).text, /value\.add/);
    const { version } = await server.data.current();
    const before = await stored('Drill');
    for (const field of ['maker', 'tags']) {
      const sent = { id: ['1'], field, value: '', 'value.add': 'Sly' };
      assert.equal((await person.post('/view/parts/change', sent)).status, 422);
    }
    assert.equal((await server.data.current()).version, version);
    assert.deepEqual(await stored('Drill'), before);
  });

  /** @param {import('playwright-core').Page} page @param {string} text */
  const paste = (page, text) =>
    page.evaluate((plain) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', plain);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text);
  /** @param {'staff' | 'user'} role @param {string} view */
  async function grid(role, view) {
    const page = await browser.page(server.url, await server.as(role), { reducedMotion: 'reduce' });
    await page.goto(`/view/${view}`);
    await page.locator('[data-pl-cells] tbody').hover();
    await page.locator('[data-pl-cells][role=grid]').waitFor();
    const cell = (/** @type {string} */ label) => page.locator('tr[data-id="1"]').locator(cellUnder(label));
    return { page, cell };
  }

  it('1.4: get choices that are pasted, once they are named and agreed to', async () => {
    const { page, cell } = await grid('staff', 'parts');
    await cell('Maker').focus();
    const revision = async () => (await server.data.revisions.list({ limit: 1 })).revisions[0].id;
    const before = await revision();
    await paste(page, 'Ryobi\tnew, shiny');
    const box = page.getByRole('dialog', { name: 'Add 2 choices?' });
    await box.getByText('Maker: Ryobi').waitFor();
    await box.getByText('Tags: shiny').waitFor();
    await shot(page, 'paste-choices');
    assert.deepEqual(await axeViolations(page), []);
    await box.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.pl-cell-wrong').nth(1).waitFor();
    assert.equal(await revision(), before);
    await cell('Maker').focus();
    await paste(page, 'Ryobi\tnew, shiny');
    await box.getByRole('button', { name: 'Add' }).click();
    await until(async () => (await stored('Drill')).maker === 'Ryobi');
    await until(async () => (await stored('Drill')).tags.join() === 'new,shiny');
    assert.ok((await choices('maker')).includes('Ryobi'));
    await cell('Maker').focus();
    await paste(page, 'ryobi\tNEW');
    await until(async () => (await stored('Drill')).tags.join() === 'new');
    assert.equal(await page.getByRole('dialog').count(), 0, 'they are there');
    await page.context().close();
  });

  it('1.4: with the same new choice add it once, in one revision', async () => {
    const { version } = await server.data.current();
    const { rows } = await server.data.db.query('select id from app.parts order by id limit 3');
    const set = { maker: { text: 'Skil', adds: ['Skil'] } };
    const staff = await server.as('staff');
    const sent = { rows: rows.map((/** @type {any} */ { id }) => ({ id, set })) };
    const answer = (await staff.postJson('/view/parts/cells', sent)).json();
    for (const row of answer.rows) assert.deepEqual(row.errors, {});
    assert.equal((await server.data.current()).version, version + 1);
  });

  it('are refused pasted texts that are no choices without the right, unasked', async () => {
    const { page, cell } = await grid('user', 'parts');
    await cell('Maker').focus();
    await paste(page, 'Nobody');
    await page.locator('.pl-cell-wrong').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal((await choices('maker')).includes('Nobody'), false);
    await page.context().close();
  });

  it('1.4: copy and paste choices whose names have commas, and find them while they are typed', async () => {
    const { page, cell } = await grid('user', 'places');
    const towns = async () => (await server.data.rows.get(server.system, 'parts', 1, { fields: ['towns'] })).towns;
    await cell('Towns').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Berlin, Hamburg, G');
    await page.locator('.pl-cell-choices li', { hasText: 'Hamburg, Germany' }).waitFor();
    await page.keyboard.press('Enter');
    await until(async () => (await towns())?.length === 2);
    assert.deepEqual(await towns(), ['Berlin', 'Hamburg, Germany']);
    await until(async () => (await page.locator('.pl-cell-waiting, .pl-cell-editor').count()) === 0);
    await cell('Towns').focus();
    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      return clipboardData.getData('text/plain');
    });
    assert.equal(copied, 'Berlin, Hamburg, Germany');
    await paste(page, 'Hamm');
    await until(async () => (await towns()).join() === 'Hamm');
    await paste(page, copied);
    await until(async () => (await towns()).length === 2);
    assert.deepEqual(await towns(), ['Berlin', 'Hamburg, Germany']);
    await page.context().close();
  });
});

describe('the API', () => {
  const ADDRESS = '/api/v1/tables/parts/choices';
  /** @param {string} who @param {any} body @param {string} [address] */
  const send = async (who, body, address = ADDRESS) => (await server.as(who)).postJson(address, body);
  const version = async () => (await server.data.current()).version;

  it('adds choices for whoever has the right, all in one revision, and says what to write', async () => {
    const before = await version();
    const answer = await send('staff', { field: 'maker', choices: [' Fein ', 'bosch', 'Metabo'] });
    assert.deepEqual([answer.status, answer.json()], [200, { field: 'maker', choices: ['Fein', 'Bosch', 'Metabo'] }]);
    assert.equal(await version(), before + 1);
    const row = await send('staff', { title: 'Grinder', maker: 'Fein' }, '/api/v1/tables/parts/rows');
    assert.equal(row.status, 201);
    const [{ edit, summary }] = (await server.data.revisions.list({ limit: 1 })).revisions;
    assert.deepEqual([edit, summary], ['add-choices', 'Add choices "Fein", "Metabo" to "Maker" of "Parts"']);
    assert.equal((await send('staff', { field: 'maker', choices: ['FEIN'] })).status, 200);
    assert.equal(await version(), before + 1, 'what is there is no change');
  });

  it('says of which fields in the catalog, to each what they may', async () => {
    const added = async (/** @type {string} */ who) => {
      const { tables } = (await (await server.as(who)).get('/api/v1/catalog')).json();
      const { fields } = tables.find((/** @type {any} */ one) => one.name === 'parts');
      return fields.flatMap((/** @type {any} */ one) => (one.addsChoices ? one.name : []));
    };
    assert.deepEqual(await added('staff'), ['maker', 'tags', 'towns']);
    assert.deepEqual(await added('admin'), ['maker', 'tags', 'towns', 'rank']);
    assert.deepEqual(await added('user'), []);
  });

  it('refuses everybody else, hidden fields like missing ones, and wrong bodies; nothing is added', async () => {
    const before = await version();
    assert.equal((await send('user', { field: 'maker', choices: ['Sly'] })).status, 403);
    const [hidden, missing] = [
      await send('staff', { field: 'rank', choices: ['B'] }),
      await send('staff', { field: 'none', choices: ['B'] }),
    ];
    const said = (/** @type {any} */ answer) => {
      const { request, ...rest } = answer.json();
      return JSON.stringify(rest).replaceAll('none', 'rank');
    };
    assert.equal(said(hidden), said(missing));
    for (const body of [
      {},
      [],
      'x',
      { field: 'maker' },
      { field: 'maker', choices: [] },
      { field: 'maker', choices: 'x' },
    ])
      assert.equal((await send('staff', body)).status, 422, JSON.stringify(body));
    for (const body of [
      { field: 'maker', choices: [1] },
      { field: 'maker', choices: ['a'], more: 1 },
      { field: 'title', choices: ['a'] },
    ])
      assert.equal((await send('staff', body)).status, 422, JSON.stringify(body));
    assert.equal((await send('staff', { field: 'maker', choices: ['a; b'] })).json().code, 'CHOICES_INVALID');
    assert.equal(await version(), before);
  });
});
