import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SEED } from '@plinth/plugin/testing';
import { axeViolations, cellUnder, launchBrowser, startTestServer, until } from '../../src/testing/index.js';

const LATENCIES = [0, 120, 250, 1000];
/** How many cells are typed into at random; the seed says which. */
const TYPED = Number(process.env.PLINTH_CELLS ?? 80);
const GRID = '/admin/tables/things/data';
const options = [
  { value: 'open', label: 'Open' },
  { value: 'shut', label: 'Shut' },
];

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;
/** How long answers to the editor are held back, in ms. */
let latency = 0;

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', { name: 'towns', fields: [{ name: 'name', type: 'text' }] });
  await data.edit(system, 'add-table', {
    name: 'things',
    access: { staff: { read: 'all', create: 'all', update: 'all' } },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'pieces', type: 'integer', attributes: { max: 999 } },
      { name: 'price', type: 'money' },
      { name: 'note', type: 'long_text', access: { write: ['admin'] } },
      { name: 'done', type: 'boolean' },
      { name: 'state', type: 'select', attributes: { options } },
      { name: 'town', type: 'relation', attributes: { table: 'towns' } },
      { name: 'day', type: 'date' },
    ],
  });
  await data.rows.insertMany(system, 'towns', [{ name: 'Ulm' }, { name: 'Neu-Ulm' }]);
  await data.rows.insertMany(
    system,
    'things',
    Array.from({ length: 50 }, (_, i) => ({ title: `Thing ${i + 1}`, pieces: i, price: '2.50' })),
  );
  const columns = ['title', 'pieces', 'note', 'done'].map((field) => ({ kind: 'field', field }));
  const view = { template: 'list', table: 'things', roles: ['staff'] };
  const config = { columns, editing: true, selecting: true, pageSize: 200, sort: [{ field: 'id' }] };
  await data.edit(system, 'add-view', { view: { ...view, name: 'things', config } });
  const filter = { field: 'done', op: 'ne', value: true };
  await data.edit(system, 'add-view', { view: { ...view, name: 'live_things', config: { ...config, live: true } } });
  await data.edit(system, 'add-view', { view: { ...view, name: 'undone', config: { ...config, filter } } });
  browser = await launchBrowser();
  page = await openGrid();
  page.setDefaultTimeout(15_000);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** The grid, whose editor and answers come as late as `latency` says. */
async function openGrid(role = 'admin') {
  const size = { viewport: { width: 1280, height: 800 }, reducedMotion: /** @type {const} */ ('reduce') };
  const opened = await browser.page(server.url, await server.as(role), size);
  await opened.route(/\/cells(\/|\?|$)/, async (route) => {
    if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
    await route.continue().catch(() => {});
  });
  // Leaving with cells that are not saved asks first.
  opened.on('dialog', (dialog) => dialog.accept());
  return opened;
}

/** @param {number} id @param {string} field */
const cell = (id, field) => page.locator(`tr[data-id="${id}"] td[data-field="${field}"]`);
/** @param {number} id @returns {Promise<any>} */
const row = (id) => server.data.rows.get(server.system, 'things', id);
const saved = () => until(async () => (await page.locator('.pl-cell-waiting, .pl-cell-editor').count()) === 0);

/** The editor is loaded when the pointer is over the table. */
async function openReady() {
  await page.goto(GRID);
  await page.locator('[data-pl-cells] tbody').hover();
  await page.locator('[data-pl-cells][role=grid]').waitFor();
}

/** @param {string} text @param {string} [html] @param {any} [on] */
const paste = (text, html = '', on = page) =>
  on.evaluate(
    (/** @type {string[]} */ [plain, markup]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', plain);
      if (markup) clipboardData.setData('text/html', markup);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    [text, html],
  );

/** Numbers that are the same in each run with this seed. @param {number} seed */
function createRandom(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('the cells of the data grid', () => {
  for (const wait of LATENCIES) {
    it(`store every key typed when answers take ${wait} ms, the first ones before the editor is loaded too`, async () => {
      latency = wait;
      await page.goto(GRID);
      await cell(40, 'title').click();
      await page.keyboard.type(`First at ${wait}`);
      await page.keyboard.press('Tab');
      await page.keyboard.type('17');
      await page.keyboard.press('Tab');
      await page.keyboard.type('3.25');
      await page.keyboard.press('Enter');
      await page.keyboard.type(String(wait));
      await page.keyboard.press('Enter');
      await until(async () => (await row(39)).price === `${wait}.00`);
      const { title, pieces, price } = await row(40);
      assert.deepEqual([title, pieces, price], [`First at ${wait}`, 17, '3.25']);
      await saved();
      latency = 0;
    });
  }

  it(`hold what was typed into ${TYPED} random cells, however the answers come (seed ${SEED})`, async () => {
    const random = createRandom(SEED);
    const letters = 'abcdefghijklmnopqrstuvwxyzÄß éñ0123456789.,;"\'<>&=+-/()'.split('');
    const words = () => `x${Array.from({ length: 1 + random(9) }, () => letters[random(letters.length)]).join('')}x`;
    await openReady();
    /** @type {Map<string, string | number>} */
    const typed = new Map();
    for (let i = 0; i < TYPED; i++) {
      latency = LATENCIES[random(3)];
      const id = 1 + random(30);
      const isText = random(2) === 0;
      const value = isText ? words() : random(999);
      await cell(id, isText ? 'title' : 'pieces').focus();
      await page.keyboard.type(String(value));
      await page.keyboard.press(['Enter', 'Tab'][random(2)]);
      typed.set(`${id} ${isText ? 'title' : 'pieces'}`, value);
    }
    latency = 0;
    await saved();
    const rows = new Map(
      (await server.data.db.query('select id, title, pieces from app.things')).rows.map((/** @type {any} */ one) => [
        String(one.id),
        one,
      ]),
    );
    for (const [key, value] of typed) {
      const [id, field] = key.split(' ');
      assert.equal(rows.get(id)[field], value, key);
      assert.equal(await cell(Number(id), field).textContent(), String(value));
    }
  });

  it('keep what was stored when an older page comes late', async () => {
    await openReady();
    /** @type {(() => void)[]} */
    const release = [];
    const hold = async (/** @type {any} */ route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue();
      const response = await route.fetch();
      await new Promise((resolve) => release.push(() => resolve(null)));
      await route.fulfill({ response }).catch(() => {});
    };
    await page.route(`**${GRID}`, hold);
    const type = async (/** @type {number} */ id, /** @type {string} */ text) => {
      await cell(id, 'title').focus();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await type(38, 'Before the page');
    await until(() => release.length === 1);
    latency = 500;
    await type(37, 'After the page');
    await until(async () => (await page.locator('.pl-cell-waiting').count()) === 1);
    await type(36, 'Still on its way');
    await until(async () => (await row(37)).title === 'After the page');
    await until(async () => (await page.locator('.pl-cell-waiting').count()) === 1);
    const arrived = page.waitForEvent('requestfinished', (/** @type {any} */ one) => one.url().endsWith(GRID));
    release[0]();
    await arrived;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    latency = 0;
    await type(37, 'Once more');
    await saved();
    assert.equal(await page.locator('.pl-cell-bar').count(), 0);
    assert.equal((await row(37)).title, 'Once more');
    for (const one of release) one();
    await page.unroute(`**${GRID}`, hold);
  });

  it('keep the widths of their columns while one is edited', async () => {
    await openReady();
    const widths = () =>
      page.evaluate(() => [...document.querySelectorAll('.adm-grid th')].map((th) => th.getBoundingClientRect().width));
    const before = await widths();
    for (const field of ['title', 'pieces', 'state', 'town', 'day']) {
      await cell(45, field).focus();
      await page.keyboard.press('F2');
      await page.locator('.pl-cell-editor').waitFor();
      assert.deepEqual(await widths(), before, field);
      await page.keyboard.press('Escape');
    }
  });

  it('close with Escape, whatever the server does, and show what was there', async () => {
    await openReady();
    latency = 1000;
    const { title } = await row(45);
    await cell(45, 'title').focus();
    await page.keyboard.type('Given up');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.pl-cell-editor').count(), 0);
    assert.equal(await cell(45, 'title').textContent(), title);
    assert.ok(await cell(45, 'title').evaluate((/** @type {Element} */ one) => one === document.activeElement));
    latency = 0;
    assert.equal((await row(45)).title, title);
  });

  it('keep what was typed with the reason beside it, until it is right or given up', async () => {
    await openReady();
    await cell(44, 'pieces').focus();
    await page.keyboard.type('5000');
    await page.keyboard.press('Enter');
    await page.locator('.pl-cell-bar', { hasText: 'One cell is not saved' }).waitFor();
    assert.equal(await cell(44, 'pieces').textContent(), '5000');
    assert.equal(await cell(44, 'pieces').getAttribute('aria-invalid'), 'true');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('alert').filter({ hasText: 'at most 999' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await cell(44, 'pieces').textContent(), '43');
    await cell(44, 'title').focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alert').filter({ hasText: 'required' }).waitFor();
    await page.keyboard.type('Right');
    await page.keyboard.press('Enter');
    await saved();
    assert.equal((await row(44)).title, 'Right');
    assert.equal(await page.locator('.pl-cell-bar').count(), 0);
  });

  it('show both values where somebody else was faster, and store the one that is chosen', async () => {
    for (const [button, stored] of [
      ['Keep mine', 'Mine'],
      ['Keep theirs', 'Theirs'],
    ]) {
      await openReady();
      await server.data.rows.update(server.system, 'things', 43, { title: 'Theirs' });
      await cell(43, 'title').focus();
      await page.keyboard.type('Mine');
      await page.keyboard.press('Enter');
      await page.locator('.pl-cell-bar').waitFor();
      assert.equal((await row(43)).title, 'Theirs', 'nothing is overwritten unseen');
      await cell(43, 'title').focus();
      const note = page.locator('.pl-cell-note');
      await note.waitFor();
      assert.match(await note.innerText(), /Theirs\s+Theirs\s+Yours\s+Mine/);
      await note.getByRole('button', { name: button }).click();
      await saved();
      assert.equal((await row(43)).title, stored);
      assert.equal(await cell(43, 'title').textContent(), stored);
      await server.data.rows.update(server.system, 'things', 43, { title: 'As it was' });
    }
  });

  it('take options, related rows, dates and boxes by keyboard', async () => {
    await openReady();
    await cell(42, 'done').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await cell(42, 'state').focus();
    await page.keyboard.type('shu');
    await page.locator('.pl-cell-choices li', { hasText: 'Shut' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('neu');
    await page.locator('.pl-cell-choices li', { hasText: 'Neu-Ulm' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('F2');
    await page.keyboard.type('11222026');
    await page.keyboard.press('Enter');
    await saved();
    const { done, state, town, day } = await row(42);
    assert.deepEqual({ done, state, town, day }, { done: true, state: 'shut', town: 2, day: '2026-11-22' });
  });

  it('understand a related row by its name before any list came, and say when there is none', async () => {
    await openReady();
    latency = 1000;
    await cell(41, 'town').focus();
    await page.keyboard.type('ulm');
    await page.keyboard.press('Enter');
    await cell(40, 'town').focus();
    await page.keyboard.type('Nowhere');
    await page.keyboard.press('Enter');
    latency = 0;
    await page.locator('.pl-cell-bar').waitFor();
    assert.equal((await row(41)).town, 1);
    await cell(40, 'town').focus();
    await page.getByRole('alert').filter({ hasText: 'there is no "Nowhere"' }).waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('blocks of cells', () => {
  const copied = () =>
    page.evaluate(() => {
      const clipboardData = new DataTransfer();
      const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      return [clipboardData.getData('text/plain'), clipboardData.getData('text/html')];
    });
  const titles = async () => [(await row(50)).title, (await row(49)).title, (await row(48)).title];

  it('are selected with Shift and the arrows, filled down, cleared, undone and done again', async () => {
    await openReady();
    const before = await titles();
    await cell(50, 'title').click();
    await page.keyboard.type('Top');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    assert.equal(await page.locator('td[aria-selected=true]').count(), 3);
    await page.keyboard.press('Control+d');
    await until(async () => (await titles()).join() === 'Top,Top,Top');
    await saved();
    await page.keyboard.press('Control+z');
    await until(async () => (await titles()).join() === ['Top', ...before.slice(1)].join());
    await saved();
    await page.keyboard.press('Control+Shift+z');
    await until(async () => (await titles()).join() === 'Top,Top,Top');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await until(async () => (await titles()).join() === before.join());
    await cell(50, 'pieces').click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Delete');
    await until(async () => (await row(49)).pieces === null && (await row(50)).pieces === null);
  });

  it('are selected with the mouse and copied for spreadsheets', async () => {
    const values = { title: 'Say "hi"', note: 'two\nlines', price: '1234.5' };
    await server.data.rows.update(server.system, 'things', 50, values);
    await openReady();
    await cell(50, 'title').hover();
    const from = await cell(50, 'title').boundingBox();
    const to = await cell(50, 'note').boundingBox();
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y + 5, { steps: 5 });
    await page.mouse.up();
    const [text, markup] = await copied();
    assert.equal(text, '"Say ""hi"""\t\t1234.50\t"two\nlines"');
    assert.match(markup, /<td>Say "hi"<\/td><td><\/td><td>1234.50<\/td><td>two<br>lines<\/td>/);
  });

  it('are pasted from spreadsheets; refused cells are marked and the others stored', async () => {
    await openReady();
    await cell(50, 'title').click();
    await paste('"Say ""so"""\t5\t€1,234.50\r\nSecond\tmany\t2.5\r\n');
    await until(async () => (await row(49)).title === 'Second');
    const { title, pieces, price } = await row(50);
    assert.deepEqual([title, pieces, price], ['Say "so"', 5, '1234.50']);
    assert.equal((await row(49)).price, '2.50');
    await page.locator('.pl-cell-bar', { hasText: 'One cell is not saved' }).waitFor();
    assert.equal(await cell(49, 'pieces').textContent(), 'many');
    await cell(49, 'pieces').focus();
    await page.getByRole('alert').filter({ hasText: 'whole number' }).waitFor();
    await page.keyboard.press('Escape');
    await cell(48, 'day').focus();
    await paste('', '<table><tr><td>11/23/2026</td></tr></table>');
    await until(async () => (await row(48)).day === '2026-11-23');
  });

  it('of 100,000 rows are refused with the limit, and nothing is changed', async () => {
    const before = await titles();
    await cell(50, 'title').focus();
    await paste('row\n'.repeat(100_000));
    await page.getByText('At most 500 rows can be pasted at once').waitFor();
    assert.deepEqual(await titles(), before);
  });

  it('longer than the grid add rows after a question; refused ones keep what was typed', async () => {
    await openReady();
    const count = () => server.data.rows.count(server.system, 'things');
    const before = await count();
    const last = page.locator('tr[data-id] td[data-field="title"]').last();
    const lines = 'Last one\t1\nAdded A\t2\n\t3\nAdded B\t4\n';
    const ask = page.getByRole('dialog', { name: 'Add 3 rows?' });
    await last.focus();
    await paste(lines);
    await ask.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await count(), before);
    await last.focus();
    await paste(lines);
    assert.deepEqual(await axeViolations(page), []);
    await ask.getByRole('button', { name: 'Add' }).click();
    await page.locator('.pl-cell-bar', { hasText: 'One row is not added' }).waitFor();
    assert.equal(await count(), before + 2);
    assert.equal(await last.innerText(), 'Added B');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('alert').filter({ hasText: 'required' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.type('Added C');
    await page.keyboard.press('Enter');
    await until(async () => (await count()) === before + 3);
    const { rows } = await server.data.db.query(
      "select title, pieces from app.things where title like 'Added%' order by 1",
    );
    assert.deepEqual(
      rows.map((/** @type {any} */ { title, pieces }) => `${title} ${pieces}`),
      ['Added A 2', 'Added B 4', 'Added C 3'],
    );
    await page.keyboard.press('Escape');
  });

  it('has run without an error in the console or content that our policy blocks', () => {
    assert.deepEqual(page.problems, []);
  });
});

describe('the cells of a list', () => {
  /** @type {any} */
  let staff;
  /** @param {number} id @param {string} label */
  const at = (id, label) => staff.locator(`tr[data-id="${id}"]`).locator(cellUnder(label));
  const stored = () => until(async () => (await staff.locator('.pl-cell-waiting, .pl-cell-editor').count()) === 0);
  before(async () => (staff = await openGrid('staff')));
  const openList = async (name = 'things') => {
    await staff.goto(`/view/${name}`);
    await staff.locator('[data-pl-cells] tbody').hover();
    await staff.locator('[data-pl-cells][role=grid]').waitFor();
  };

  for (const wait of LATENCIES) {
    it(`store every key typed when answers take ${wait} ms, in rows that are added too`, async () => {
      await staff.goto('/view/things');
      latency = wait;
      await at(30, 'Title').click();
      await staff.keyboard.type(`List at ${wait}`);
      await staff.keyboard.press('Tab');
      await staff.keyboard.type(String(wait % 999));
      await staff.keyboard.press('Enter');
      await staff
        .getByRole('link', { name: 'Add row' })
        .or(staff.getByRole('button', { name: 'Add row' }))
        .click();
      await staff.keyboard.type(`New at ${wait}`);
      await staff.keyboard.press('Tab');
      await staff.keyboard.type('7');
      await staff.keyboard.press('Enter');
      await staff.keyboard.type(`Next at ${wait}`);
      await staff.keyboard.press('Enter');
      const find = async (/** @type {string} */ title) =>
        (await server.data.db.query(`select pieces from app.things where title = '${title}'`)).rows;
      await until(async () => (await find(`Next at ${wait}`)).length === 1);
      assert.deepEqual(await find(`New at ${wait}`), [{ pieces: 7 }]);
      await until(async () => (await row(30)).title === `List at ${wait}`);
      await until(async () => (await row(30)).pieces === wait % 999);
      latency = 0;
      await staff.keyboard.press('Escape');
      await staff.keyboard.press('Escape');
      await stored();
      assert.equal(await staff.locator('.pl-cell-bar').count(), 0);
    });
  }

  it('show both values where another user was faster, and leave alone what one may not change', async () => {
    await openList();
    await server.data.rows.update(server.system, 'things', 29, { title: 'Theirs', note: 'Fixed' });
    await at(29, 'Title').click();
    await staff.keyboard.type('Mine');
    await staff.keyboard.press('Enter');
    await staff.locator('.pl-cell-bar').waitFor();
    await at(29, 'Title').focus();
    const note = staff.locator('.pl-cell-note');
    await note.waitFor();
    assert.match(await note.innerText(), /Theirs\s+Theirs\s+Yours\s+Mine/);
    assert.deepEqual(await axeViolations(staff), []);
    await note.getByRole('button', { name: 'Keep mine' }).click();
    await stored();
    assert.equal((await row(29)).title, 'Mine');
    await at(29, 'Note').click();
    await staff.keyboard.type('x');
    assert.equal(await staff.locator('.pl-cell-editor').count(), 0);
    assert.equal(await at(29, 'Note').getAttribute('aria-readonly'), 'true');
    assert.equal((await row(29)).note, 'Fixed');
  });

  it('say when their row has left the filter, and keep what was typed', async () => {
    await openList('undone');
    await at(28, 'Done').focus();
    await staff.keyboard.press('Space');
    await until(async () => (await row(28)).done === true);
    await stored();
    await at(28, 'Title').click();
    await staff.keyboard.type('Too late');
    await staff.keyboard.press('Enter');
    await staff.locator('.pl-cell-bar').waitFor();
    assert.equal(await at(28, 'Title').innerText(), 'Too late');
    await at(28, 'Title').focus();
    await staff.getByRole('alert').filter({ hasText: 'no longer fits the filter' }).waitFor();
    await staff.keyboard.press('Escape');
  });

  it('keep a new row that is refused until it is right or discarded', async () => {
    await staff.goto('/view/things');
    const before = await server.data.rows.count(server.system, 'things');
    const add = staff.getByRole('button', { name: 'Add row' });
    await add.press('Enter');
    await staff.keyboard.press('Tab');
    await staff.keyboard.type('many');
    await staff.keyboard.press('Enter');
    await staff.locator('.pl-cell-bar', { hasText: 'One row is not added' }).waitFor();
    const fresh = staff.locator('tr[data-new]').first();
    assert.equal(await fresh.locator(cellUnder('Pieces')).innerText(), 'many');
    assert.equal(await fresh.locator('td[aria-invalid=true]').count(), 2, 'and the empty title');
    await staff.getByRole('button', { name: 'Discard' }).click();
    await staff.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await until(async () => (await staff.locator('.pl-cell-bar').count()) === 0);
    assert.equal(await server.data.rows.count(server.system, 'things'), before);
    assert.deepEqual(staff.problems, []);
  });

  it('stay where they are typed when others change a live list', async () => {
    await openList('live_things');
    await staff.locator('td.pl-sel input').nth(1).check();
    await staff.getByRole('button', { name: 'Add row' }).click();
    await staff.keyboard.type('Typed be');
    await server.data.rows.insert(server.system, 'things', { title: 'From elsewhere' });
    await staff.getByText('From elsewhere').waitFor();
    await staff.keyboard.type('fore and after');
    await staff.keyboard.press('Enter');
    await until(async () => {
      const { rows } = await server.data.db.query("select 1 from app.things where title = 'Typed before and after'");
      return rows.length === 1;
    });
    assert.equal(await staff.locator('.pl-bulk output').innerText(), '1 selected');
    await staff.keyboard.press('Escape');
    await staff.keyboard.press('Escape');
  });

  it('of 100,000 pasted rows are refused with the limit; a block past the end adds rows', async () => {
    await openList();
    const last = staff.locator('tr[data-id]').locator(cellUnder('Title')).last();
    await last.focus();
    await paste('row\n'.repeat(100_000), '', staff);
    await staff.getByText('At most 500 rows can be pasted at once').waitFor();
    await paste('Same\nPasted past the end', '', staff);
    await staff.getByRole('dialog', { name: 'Add one row?' }).getByRole('button', { name: 'Add' }).click();
    await until(async () => {
      const { rows } = await server.data.db.query("select 1 from app.things where title = 'Pasted past the end'");
      return rows.length === 1;
    });
    await staff.context().close();
  });
});
