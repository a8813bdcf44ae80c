import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, choose, launchBrowser, startTestServer, until } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {Awaited<ReturnType<typeof browser.page>>} */
let page;

const all = { read: 'all', create: 'all', update: 'all', delete: 'all' };
const options = ['red', 'green', 'blue'].map((value) => ({ value, label: value.toUpperCase(), colour: value }));
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Every field with the view that its form control is made by.
 *
 * @type {[string, string, Record<string, any>, string?][]}
 */
const FIELDS = [
  ['title', 'text', {}],
  ['story', 'rich_text', {}],
  ['done', 'boolean', {}],
  ['wanted', 'boolean', {}, 'switch'],
  ['colour', 'select', { options }],
  ['shade', 'select', { options }, 'radio'],
  ['tints', 'multi_select', { options }],
  ['tags', 'multi_select', { options }, 'tag_select'],
  ['stars', 'rating', { max: 5 }],
  ['share', 'percent', {}, 'slider'],
  ['day', 'date', {}],
  ['starts', 'date_time', {}],
  ['at_time', 'time', {}],
  ['length', 'duration', {}],
  ['cost', 'money', { currency: 'EUR' }],
  ['paint', 'colour', {}],
  ['data', 'json', {}],
  ['paper', 'file', {}],
  ['picture', 'image', {}],
  ['papers', 'file', { several: true, maxFiles: 4, maxSize: 1 }],
  ['friend', 'relation', { table: 'friends' }, 'relation_search'],
  ['friends', 'many_to_many', { table: 'friends' }],
];

before(async () => {
  server = await startTestServer();
  await makeApp();
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('staff'), { timezoneId: 'America/New_York' });
});
after(async () => {
  await browser.close();
  await server.close();
});

async function makeApp() {
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', { name: 'friends', access: { staff: all }, fields: [{ name: 'name', type: 'text' }] });
  const fields = FIELDS.map(([name, type, attributes]) => ({ name, label: labelOf(name), type, attributes }));
  await edit('add-table', { name: 'things', access: { staff: all }, fields });
  const controls = FIELDS.map(([field, , , view]) =>
    node('form_field', { field, ...(view && { view: { view, options: {} } }) }),
  );
  const views = [
    {
      name: 'thing_form',
      template: 'edit',
      config: { layout: node('stack', {}, [...controls, node('submit')]), destination: 'stay' },
    },
    {
      name: 'thing_show',
      template: 'show',
      config: {
        layout: node(
          'stack',
          {},
          FIELDS.map(([field]) => node('field', { field })),
        ),
      },
    },
  ];
  for (const view of views) {
    await edit('add-view', { view: { ...view, label: view.name, description: '', table: 'things', roles: ['staff'] } });
  }
  const layout = node('stack', {}, [node('form_field', { field: 'name' }), node('submit')]);
  const form = { name: 'friend_form', label: 'Friend', template: 'edit', table: 'friends', roles: ['staff'] };
  await edit('add-view', { view: { ...form, config: { layout } } });
  const names = Array.from({ length: 150 }, (_, n) => ({ name: `Friend ${String(n).padStart(3, '0')}` }));
  await server.data.rows.insertMany(server.system, 'friends', names);
}

/** @param {string} name */
const labelOf = (name) => name[0].toUpperCase() + name.slice(1).replace('_', ' ');
const thing = async () => (await server.data.db.query('select * from app.things order by id desc limit 1')).rows[0];
const control = (/** @type {string} */ name) => page.locator(`#v-thing_form [name="${name}"]:not([type=hidden])`);
const file = (/** @type {string} */ name) => page.locator(`input[type=file][name=${name}]`);
const save = () => page.locator('#v-thing_form button[type=submit], #v-thing_form button:not([type])').last().click();

describe('controls in a browser', () => {
  it('saves what every control holds', async () => {
    await page.goto('/view/thing_form');
    await control('title').fill('A thing');
    await control('done').check();
    await choose(page, 'Colour', 'GREEN');
    await page.getByLabel('BLUE').first().check();
    await page.locator('input[name=tints][value=red]').check();
    await page.locator('.pl-star').nth(2).click();
    await control('share').fill('40');
    assert.equal(await page.locator('[data-pl-slider] output').textContent(), '40');
    await control('day').fill('2026-11-21');
    await control('starts').fill('2026-07-01T12:30');
    await control('at_time').fill('09:05');
    await control('length').fill('2h 15m');
    await control('cost').fill('12.5');
    await control('paint').fill('#abc');
    await control('data').fill('{"a": 1}');
    await save();
    await page.waitForURL(/id=\d+/);
    const row = await thing();
    const zone = server.data.catalog().settings.timeZone;
    assert.equal(zone, 'UTC');
    assert.deepEqual(
      [row.title, row.done, row.wanted, row.colour, row.shade, row.tints, row.stars, row.share, row.day],
      ['A thing', true, false, 'green', 'blue', ['red'], 3, '40', '2026-11-21'],
    );
    assert.deepEqual(
      [row.starts, row.at_time, row.length, row.cost, row.paint, row.data],
      ['2026-07-01T12:30:00.000Z', '09:05', 8100, '12.50', '#aabbcc', { a: 1 }],
    );
  });

  it('shows what was saved, and saves it unchanged', async () => {
    const before = await thing();
    await page.goto(`/view/thing_form?id=${before.id}`);
    assert.equal(await control('starts').inputValue(), '07/01/2026 12:30 PM');
    assert.equal(await control('length').inputValue(), '2:15');
    await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'POST'), save()]);
    const { updated_at: changed, updated_by: by, ...rest } = await thing();
    const { updated_at: was, updated_by: whose, ...same } = before;
    assert.deepEqual(rest, same);
  });

  it('chooses a row by typing, with the keyboard alone', async () => {
    await page.goto(`/view/thing_form?id=${(await thing()).id}`);
    const box = page.getByRole('combobox', { name: 'Friend', exact: true });
    await box.focus();
    await page.keyboard.type('12');
    await page.waitForFunction(
      () =>
        document.querySelectorAll('[role=listbox]:not([hidden]) [role=option]:not(.pl-combobox-does)').length === 12,
    );
    assert.equal(await box.getAttribute('aria-expanded'), 'true');
    // The first that fits is what Enter takes.
    await page.keyboard.press('ArrowDown');
    const active = await box.getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`#${active}`).textContent(), 'Friend 112');
    await page.keyboard.press('Enter');
    assert.equal(await box.inputValue(), 'Friend 112');
    assert.equal(await box.getAttribute('aria-expanded'), 'false');

    const many = page.getByRole('combobox', { name: 'Friends', exact: true });
    for (const words of ['friend 003', 'friend 149']) {
      await many.fill(words);
      await page.waitForFunction(
        () =>
          document.querySelectorAll('[role=listbox]:not([hidden]) [role=option]:not(.pl-combobox-does)').length === 1,
      );
      await page.keyboard.press('Enter');
      // The second one may not be found yet: the form waits for it.
      if (words === 'friend 003') await page.getByRole('button', { name: 'Remove: Friend 003' }).waitFor();
    }
    await page.getByRole('button', { name: 'Remove: Friend 003' }).click();
    await Promise.all([page.waitForEvent('domcontentloaded'), save()]);
    const row = await thing();
    assert.equal(row.friend, 113);
    const { rows } = await server.data.db.query(`select target from app.things_friends where source = ${row.id}`);
    assert.deepEqual(
      rows.map((/** @type {any} */ { target }) => target),
      [150],
    );
  });

  it('chooses from a short list with the keys of a select, and gives up with Escape', async () => {
    await page.goto(`/view/thing_form?id=${(await thing()).id}`);
    const box = page.getByRole('combobox', { name: 'Colour', exact: true });
    const list = page.locator('.pl-combobox-list:not([hidden])');
    const pointed = () => list.locator('.active').textContent();
    await box.focus();
    assert.equal(await list.count(), 0, 'the focus alone opens nothing');
    await page.keyboard.press('ArrowDown');
    assert.equal(await pointed(), 'GREEN', 'it begins at what is chosen');
    assert.equal(await list.locator('.badge.pl-c-green').count(), 1);
    assert.deepEqual(await axeViolations(page), []);
    for (const [key, label] of [
      ['End', 'BLUE'],
      ['Home', 'RED'],
      ['ArrowUp', 'BLUE'],
    ]) {
      await page.keyboard.press(key);
      assert.equal(await pointed(), label, key);
    }
    await page.keyboard.press('Escape');
    assert.deepEqual([await box.inputValue(), await list.count()], ['GREEN', 0]);
    await page.keyboard.type('bl');
    await page.keyboard.press('Tab');
    assert.equal(await box.inputValue(), 'BLUE', 'leaving takes what fits');
    assert.equal(await page.locator('select[name=colour]').inputValue(), 'blue');
    const tags = page.getByRole('combobox', { name: 'Tags', exact: true });
    await tags.focus();
    for (const text of ['re', 'gr']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    const chosen = page.locator('.pl-combobox-many', { has: tags }).locator('.badge:not([role=listbox] *)');
    assert.deepEqual(await chosen.allTextContents(), ['RED×', 'GREEN×']);
    await page.keyboard.press('Backspace');
    assert.deepEqual(await chosen.allTextContents(), ['RED×']);
  });

  it('adds a row of the other table on the way, chooses it, and offers it first the next time', async () => {
    await page.goto('/view/thing_form');
    const box = page.getByRole('combobox', { name: 'Friend', exact: true });
    await box.fill('Zebra');
    const offer = page.getByRole('option', { name: 'New entry in Friends: Zebra' });
    await offer.waitFor();
    await page.waitForFunction(() => document.querySelector('.pl-combobox-does.active'));
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await panel.waitFor();
    const name = panel.getByLabel('Name');
    assert.equal(await name.inputValue(), 'Zebra');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    assert.equal(await box.inputValue(), '', 'given up, nothing is chosen');
    await box.fill('Zebra');
    await page.waitForFunction(() => document.querySelector('.pl-combobox-does.active'));
    await page.keyboard.press('Enter');
    await name.fill('Zebra Jones');
    await page.keyboard.press('Enter');
    await panel.waitFor({ state: 'detached' });
    await until(async () => (await box.inputValue()) === 'Zebra Jones');
    assert.match(page.url(), /thing_form$/);
    await page.goto('/view/thing_form?id=1');
    await box.click();
    const first = page.locator('[role=listbox]:not([hidden]) [role=group]').first();
    await first.getByRole('option', { name: 'Zebra Jones' }).waitFor();
    assert.match((await first.textContent()) ?? '', /^Recent/);
    await page.keyboard.press('Escape');
    assert.deepEqual(page.problems, []);
  });

  it('has the focus in its first field, but not on a phone', async () => {
    await page.goto('/view/thing_form');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title');
    const phone = await browser.page(server.url, await server.as('staff'), { hasTouch: true, isMobile: true });
    await phone.goto('/view/thing_form');
    await phone.locator('.pl-combobox').first().waitFor();
    assert.equal(await phone.evaluate(() => document.activeElement?.tagName), 'BODY');
    await phone.context().close();
  });

  it('takes a choice back when its text is emptied', async () => {
    await page.goto(`/view/thing_form?id=${(await thing()).id}`);
    const box = page.getByRole('combobox', { name: 'Friend', exact: true });
    assert.equal(await box.inputValue(), 'Friend 112');
    await box.fill('');
    await page.keyboard.press('Escape');
    await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'POST'), save()]);
    assert.equal((await thing()).friend, null);
  });

  it('uploads files ahead of the form', async () => {
    await page.goto(`/view/thing_form?id=${(await thing()).id}`);
    await file('picture').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PNG });
    await page.waitForFunction(() =>
      /Uploaded: dot.png/.test(document.querySelector('[name=picture]')?.closest('.pl-upload')?.textContent ?? ''),
    );
    await file('paper').setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await page.waitForFunction(() =>
      /Uploaded: note.txt/.test(document.querySelector('[name=paper]')?.closest('.pl-upload')?.textContent ?? ''),
    );
    await Promise.all([
      page.waitForResponse((answer) => /thing_form/.test(answer.url()) && answer.request().method() === 'POST'),
      save(),
    ]);
    const row = await thing();
    assert.match(row.picture, /^[0-9a-f-]{36}$/);
    await page.goto(`/view/thing_show?id=${row.id}`);
    assert.match((await page.locator('.pl-file').first().textContent()) ?? '', /note\.txt/);
    await page.waitForFunction(
      () => /** @type {HTMLImageElement | null} */ (document.querySelector('img.pl-image'))?.naturalWidth,
    );
  });

  it('shows why an upload was refused, and keeps the previous file', async () => {
    const before = await thing();
    await page.goto(`/view/thing_form?id=${before.id}`);
    await file('picture').setInputFiles({ name: 'evil.png', mimeType: 'image/png', buffer: Buffer.from('<script>') });
    await page.waitForFunction(() =>
      /not allowed/.test(document.querySelector('[name=picture]')?.closest('.pl-upload')?.textContent ?? ''),
    );
    assert.equal(await page.locator('.pl-upload [role=status].text-danger').count(), 1, 'seen as what went wrong');
    assert.equal(await page.locator('.pl-upload input[type=hidden][name=picture]').inputValue(), before.picture);
  });

  it('uploads a file that is dropped on its control, and says why it refuses one', async () => {
    const before = await thing();
    await page.goto(`/view/thing_form?id=${before.id}`);
    const box = page.locator('.pl-upload').filter({ has: page.locator('[name=paper]') });
    const drop = async (/** @type {string} */ name, /** @type {string} */ type, to = box) => {
      const content = { name, type };
      const dataTransfer = await page.evaluateHandle((file) => {
        const data = new DataTransfer();
        if (file.name) data.items.add(new File(['b'], file.name, { type: file.type }));
        else data.setData('text/plain', 'words');
        return data;
      }, content);
      await to.dispatchEvent('dragover', { dataTransfer });
      const isOver = await to.evaluate((at) => at.hasAttribute('data-pl-over'));
      await to.dispatchEvent('drop', { dataTransfer });
      return isOver;
    };
    assert.equal(await drop('', ''), false, 'words are no file');
    assert.equal(await drop('dropped.txt', 'text/plain'), true);
    await box.getByText('Uploaded: dropped.txt').waitFor();
    assert.equal(await box.evaluate((at) => at.hasAttribute('data-pl-over')), false);
    assert.notEqual(await box.locator('input[type=hidden]').inputValue(), before.paper);
    const picture = page.locator('.pl-upload').filter({ has: page.locator('[name=picture]') });
    await drop('evil.png', 'image/png', picture);
    await picture.getByText('not allowed').waitFor();
    assert.equal(await picture.locator('input[type=hidden]').inputValue(), before.picture);
    if (process.env.PLINTH_SHOTS)
      await page.screenshot({ path: `${process.env.PLINTH_SHOTS}/drop.png`, fullPage: true });
  });

  it('uploads several files at once, dropped ones too, moves and removes them by keyboard, and names what it refuses', async () => {
    const box = page.locator('[data-pl-uploads]');
    const names = () => box.locator('ol > li > a').allTextContents();
    const says = (/** @type {RegExp} */ text) => until(async () => text.test((await box.textContent()) ?? ''));
    const { id } = await thing();
    await page.goto(`/view/thing_form?id=${id}`);
    const text = (/** @type {string} */ name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    await file('papers').setInputFiles([text('a.txt'), { name: 'dot.png', mimeType: 'image/png', buffer: PNG }]);
    await says(/Uploaded: a.txt, dot.png/);
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['b'], 'b {name}.txt'));
      return data;
    });
    await box.dispatchEvent('drop', { dataTransfer: dropped });
    await says(/Uploaded: b/);
    assert.deepEqual(await names(), ['a.txt', 'dot.png', 'b {name}.txt']);
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector('.pl-uploads-look img'))?.naturalWidth);
    await file('papers').setInputFiles([
      { name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_100_000) },
      text('c.txt'),
    ]);
    await says(/At most 4 files.*big\.txt: The file is larger than 1 MB/);
    const dragged = async (
      /** @type {number} */ from,
      /** @type {number} */ to,
      last = async () => page.mouse.up(),
    ) => {
      await box.locator('ol').scrollIntoViewIfNeeded();
      const boxes = await Promise.all([from, to].map((i) => box.locator('ol > li').nth(i).boundingBox()));
      const [start, end] = boxes.map((one) => {
        assert.ok(one);
        return { x: one.x + one.width / 2, y: one.y + one.height / 2 };
      });
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y + Math.sign(to - from) * 8, { steps: 5 });
      await page.waitForFunction((i) => document.querySelector(`ol > li:nth-child(${i + 1})[data-pl-moved]`), to);
      await last();
      await page.mouse.up();
    };
    await dragged(2, 0, () => page.keyboard.press('Escape'));
    assert.deepEqual(await names(), ['a.txt', 'dot.png', 'b {name}.txt']);
    await dragged(0, 1);
    assert.deepEqual(await names(), ['dot.png', 'a.txt', 'b {name}.txt']);
    await dragged(0, 1);
    await box.getByRole('button', { name: 'Move b {name}.txt up' }).press('Enter');
    await page.keyboard.press('Enter');
    assert.deepEqual(await names(), ['b {name}.txt', 'a.txt', 'dot.png']);
    await box.getByRole('button', { name: 'Remove a.txt' }).press('Enter');
    assert.deepEqual(await names(), ['b {name}.txt', 'dot.png']);
    assert.deepEqual(await axeViolations(page), []);
    await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'POST'), save()]);
    await until(async () => (await thing()).papers?.length === 2);
    await page.goto(`/view/thing_form?id=${id}`);
    assert.deepEqual(await names(), ['b {name}.txt', 'dot.png']);
    await page.goto(`/view/thing_show?id=${id}`);
    await page.getByRole('link', { name: 'b {name}.txt' }).waitFor();
  });

  it('uploads with the form and takes a file off without any script', async () => {
    const plain = await browser.page(server.url, await server.as('staff'), { javaScriptEnabled: false });
    const before = await thing();
    await plain.goto(`/view/thing_form?id=${before.id}`);
    await plain
      .locator('input[type=file][name=paper]')
      .setInputFiles({ name: 'second.txt', mimeType: 'text/plain', buffer: Buffer.from('2') });
    await plain.locator('#v-thing_form button').last().click();
    const after = await thing();
    assert.notEqual(after.paper, before.paper);
    assert.equal(after.picture, before.picture);
    await plain.goto(`/view/thing_form?id=${before.id}`);
    await plain.locator('input[type=checkbox][name=paper]').check();
    await plain.locator('#v-thing_form button').last().click();
    assert.equal((await thing()).paper, null);
    await plain.context().close();
  });

  it('formats Markdown with its toolbar and leaves undo alone', async () => {
    await page.goto(`/view/thing_form?id=${(await thing()).id}`);
    const area = control('story');
    await area.fill('some words');
    await area.evaluate((node) => /** @type {HTMLTextAreaElement} */ (node).setSelectionRange(5, 10));
    await page.getByRole('button', { name: 'Bold' }).click();
    assert.equal(await area.inputValue(), 'some **words**');
    await page.keyboard.press('Control+z');
    assert.equal(await area.inputValue(), 'some words');
  });

  it('is accessible: axe finds nothing on the form and on the row', async () => {
    const { id } = await thing();
    for (const address of [`/view/thing_form?id=${id}`, `/view/thing_show?id=${id}`]) {
      await page.goto(address);
      assert.deepEqual(await axeViolations(page), [], address);
    }
  });

  it('I7: ran no foreign script and broke no rule of the content policy', () => assert.deepEqual(page.problems, []));
});
