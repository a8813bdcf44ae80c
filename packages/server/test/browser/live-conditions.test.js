import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { node } from '@plinth/plugin';
import { launchBrowser, startTestServer, until } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;

before(async () => {
  server = await startTestServer();
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => server.data.edit(server.system, name, input);
  await edit('add-table', {
    name: 'trips',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'days', type: 'integer' },
      { name: 'abroad', type: 'boolean' },
      { name: 'visa', type: 'text' },
      { name: 'reason', type: 'text' },
    ],
    access: { staff: { read: 'all', create: 'all', update: 'all', delete: 'all' } },
  });
  const when = (/** @type {string} */ source, /** @type {any} */ inner) => ({ ...inner, visible: { when: source } });
  const form = [
    ...['title', 'days', 'abroad'].map((field) => node('form_field', { field })),
    when('row.abroad && "staff" in user.roles', node('card', {}, [node('form_field', { field: 'visa' })])),
    when('row.days > 7 || row.visa == "long"', node('form_field', { field: 'reason' })),
    node('submit', {}),
  ];
  const config = { layout: node('stack', {}, form) };
  await edit('add-view', { view: { name: 'trip', template: 'edit', table: 'trips', roles: ['staff'], config } });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

it('parts of a form come and go while somebody types, and what they hold is saved', async () => {
  const staff = await server.as('staff');
  const page = await browser.page(server.url, staff);
  await page.goto(`${server.url}/view/trip`);
  const visa = page.locator('input[name="visa"]');
  const reason = page.locator('input[name="reason"]');
  await page.waitForFunction(() => document.querySelector('[data-pl-when] > template') === null);
  assert.deepEqual([await visa.count(), await reason.count()], [0, 0]);
  await page.locator('input[name="title"]').fill('Oslo');
  await page.locator('input[name="abroad"][type="checkbox"]').check();
  await visa.fill('long');
  await reason.fill('work');
  await page.locator('input[name="days"]').fill('3');
  await visa.fill('short');
  assert.equal(await reason.count(), 0);
  await page.locator('input[name="days"]').fill('8');
  assert.equal(await reason.inputValue(), 'work', 'what was typed is not lost');
  await page.locator('#main .btn-primary').first().click();
  await until(async () => (await server.data.rows.count(server.system, 'trips')) === 1);
  const row = await server.data.rows.get(server.system, 'trips', 1);
  assert.deepEqual([row.title, row.abroad, row.visa, row.reason, row.days], ['Oslo', true, 'short', 'work', 8]);
  assert.deepEqual(page.problems, []);
});

it('without JavaScript they depend on the stored row', async () => {
  const staff = await server.as('staff');
  const { text } = await staff.get('/view/trip?id=1');
  assert.match(text, /<div class="pl-when" data-pl-when="[^"]*"><div class="mb-3 pl-field">/);
  assert.match((await staff.get('/view/trip')).text, /data-pl-when="[^"]*"><template>/);
});

it('takes no value of a part that is neither there as stored nor as filled in', async () => {
  const staff = await server.as('staff');
  await staff.post('/view/trip', { title: 'Rome', days: '2', abroad: 'false', visa: 'sneaky', reason: 'sneaky' });
  const rows = await server.data.select(server.system, [
    {
      spec: {
        table: 'trips',
        select: ['title', 'visa', 'reason'].map((as) => ({ as, field: as })),
        sort: [{ field: 'id', descending: true }],
      },
      params: {},
    },
  ]);
  const [{ title, visa, reason }] = rows[0].rows;
  assert.deepEqual([title, visa, reason], ['Rome', null, null]);
});

it('rest on dates with times, durations, JSON and files, also in the rows of a child table', async () => {
  const { data, system } = server;
  const edit = (/** @type {string} */ name, /** @type {any} */ input) => data.edit(system, name, input);
  const access = { staff: { read: 'all', create: 'all', update: 'all', delete: 'all' } };
  const fields = [
    { name: 'title', type: 'text' },
    ...[
      ['starts', 'date_time'],
      ['takes', 'duration'],
      ['data', 'json'],
      ['paper', 'file'],
      ...['a', 'b', 'c', 'd'].map((name) => [name, 'text']),
    ].map(([name, type]) => ({ name, type })),
  ];
  await edit('add-table', { name: 'talks', fields, access });
  await edit('add-table', {
    name: 'slides',
    fields: [
      { name: 'pages', type: 'integer' },
      { name: 'why', type: 'text' },
      { name: 'talk', type: 'relation', attributes: { table: 'talks' } },
    ],
    access,
  });
  const control = (/** @type {string} */ field) => node('form_field', { field });
  const when = (/** @type {string} */ source, /** @type {string} */ field) => ({
    ...control(field),
    visible: { when: source },
  });
  const children = [control('pages'), when('row.pages > 10', 'why')];
  const form = [
    ...['title', 'starts', 'takes', 'data', 'paper'].map(control),
    when('row.starts >= timestamp("2026-11-21T12:00:00Z")', 'a'),
    when('row.takes > duration("1h")', 'b'),
    when('row.data.urgent == true', 'c'),
    when('row.paper != null', 'd'),
    node('child_rows', { relation: 'slides.talk' }, children),
    node('submit', {}),
  ];
  const config = { layout: node('stack', {}, form) };
  await edit('add-view', { view: { name: 'talk', template: 'edit', table: 'talks', roles: ['staff'], config } });
  const page = await browser.page(server.url, await server.as('staff'), { timezoneId: 'Europe/Berlin' });
  await page.goto(`${server.url}/view/talk`);
  await page.waitForFunction(() => document.querySelector('[data-pl-when] > template') === null);
  const shown = async () => {
    const names = ['a', 'b', 'c', 'd', 'slides.talk.0.why', 'slides.talk.1.why'];
    const counts = await Promise.all(names.map((name) => page.locator(`[name="${name}"]`).count()));
    return names.filter((_, i) => counts[i] > 0).join(' ');
  };
  assert.equal(await shown(), '');
  const zone = (await page.locator('input[type="hidden"][name="starts"]').inputValue()).slice(1, -1);
  const at = (/** @type {string} */ instant) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
      .format(new Date(instant))
      .replace(' ', 'T');
  const starts = page.locator('input[data-pl-date]');
  await starts.fill(at('2026-11-21T11:59:00Z'));
  assert.equal(await shown(), '');
  await starts.fill(at('2026-11-21T12:00:00Z'));
  assert.equal(await shown(), 'a');
  await page.locator('[name="takes"]').fill('1:30');
  await page.locator('[name="data"]').fill('{"urgent": true}');
  assert.equal(await shown(), 'a b c');
  await page.locator('[name="takes"]').fill('PT30M');
  assert.equal(await shown(), 'a c');
  await page.locator('[name="takes"]').fill('PT1H30M');
  assert.equal(await shown(), 'a b c');
  await page.locator('[name="takes"]').fill('60 min');
  await page.locator('[name="data"]').fill('{"urgent": tr');
  assert.equal(await shown(), 'a');
  const file = { name: 'paper.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await page.locator('input[type="file"][name="paper"], .pl-upload input[type="file"]').setInputFiles(file);
  await page.locator('[name="d"]').waitFor();
  assert.equal(await shown(), 'a d');
  await page.locator('[name="slides.talk.0.pages"]').fill('11');
  assert.equal(await shown(), 'a d slides.talk.0.why');
  await page.locator('[name="slides.talk.0.why"]').fill('because');
  await page.locator('[data-pl-add-row]').click();
  assert.equal(await shown(), 'a d slides.talk.0.why');
  await page.locator('[name="slides.talk.1.pages"]').fill('12');
  assert.equal(await shown(), 'a d slides.talk.0.why slides.talk.1.why');
  await page.locator('[name="slides.talk.0.pages"]').fill('3');
  assert.equal(await shown(), 'a d slides.talk.1.why');
  await page.locator('[name="slides.talk.1.why"]').fill('too long');
  await page.locator('[name="data"]').fill('{}');
  await Promise.all([page.waitForURL(/id=/), page.locator('#main .btn-primary').first().click()]);
  const slides = await Promise.all([1, 2].map((id) => data.rows.get(system, 'slides', id)));
  assert.deepEqual(
    slides.map((/** @type {any} */ row) => [row.pages, row.why]),
    [
      [3, null],
      [12, 'too long'],
    ],
    'what was typed in a child row is kept with the first saving',
  );
  assert.deepEqual(page.problems, []);
});
