import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

// A filter control for each field type, used by hand: what is left is the row that was meant.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;

const READ = { staff: { read: 'all' } };
const options = ['red', 'green', 'blue'].map((value) => ({ value, label: value.toUpperCase() }));
const FRIENDS = { table: 'friends' };

/**
 * Type, attributes, the values of three rows, and what is done to find the second: a text for each control, from and to,
 * or the words that are chosen.
 *
 * @type {[string, Record<string, any>, any[], { type?: string[], choose?: string, search?: string }][]}
 */
const FIELDS = [
  ['text', {}, ['one', 'two', 'three'], { type: ['tw'] }],
  ['long_text', {}, ['first', 'second', 'third'], { type: ['cond'] }],
  ['rich_text', {}, ['**a**', '**b**', '**c**'], { type: ['b*'] }],
  ['integer', {}, [1, 20, 300], { type: ['2', '30'] }],
  ['auto_number', {}, [10, 20, 30], { type: ['15', '25'] }],
  ['decimal', {}, ['0.5', '1.5', '2.5'], { type: ['1.2', '1.8'] }],
  ['money', { currency: 'EUR' }, ['1.00', '20.50', '300.00'], { type: ['20.5', '21'] }],
  ['percent', {}, ['5', '50', '95'], { type: ['40', '60'] }],
  ['rating', { max: 5 }, [1, 3, 5], { type: ['2', '4'] }],
  ['duration', {}, [60, 5400, 36000], { type: ['1:00', '2:00'] }],
  ['date', {}, ['2026-01-15', '2026-02-15', '2026-03-15'], { type: ['2026-02-01', '2026-02-15'] }],
  [
    'date_time',
    {},
    ['2026-01-15T10:00:00Z', '2026-02-15T23:30:00Z', '2026-03-15T00:10:00Z'],
    { type: ['2026-02-15', '2026-02-15'] },
  ],
  ['time', {}, ['07:30', '12:00', '18:45'], { type: ['11:00', '13:00'] }],
  ['boolean', {}, [false, true, false], { choose: 'Yes' }],
  ['select', { options }, ['red', 'green', 'blue'], { choose: 'GREEN' }],
  ['multi_select', { options }, [['red'], ['green', 'red'], ['blue']], { choose: 'GREEN' }],
  ['colour', {}, ['#aa0000', '#00aa00', '#0000aa'], { type: ['#00aa00'] }],
  ['email', {}, ['a@example.com', 'b@example.com', 'c@example.com'], { type: ['b@'] }],
  ['url', {}, ['https://a.example', 'https://b.example', 'https://c.example'], { type: ['b.exa'] }],
  ['phone', {}, ['+49 30 1', '+49 40 2', '+49 50 3'], { type: ['+49 40'] }],
  [
    'uuid',
    {},
    [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`),
    { type: ['00000000-0000-4000-8000-000000000002'] },
  ],
  ['user', {}, [null, 'staff', null], { choose: 'staff' }],
  ['relation', FRIENDS, [1, 140, 3], { search: 'Friend 140' }],
  ['one_to_one', FRIENDS, [4, 141, 6], { search: 'Friend 141' }],
  ['many_to_many', FRIENDS, [[1], [1, 142], [3]], { search: 'Friend 142' }],
];
/** What a filter can't be about. */
const NOT_FILTERED = ['file', 'image', 'json'];

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'friends',
    display: 'name',
    access: READ,
    fields: [{ name: 'name', type: 'text' }],
  });
  const fields = FIELDS.map(([type, attributes]) => ({ name: `a_${type}`, label: labelOf(type), type, attributes }));
  const title = { name: 'title', type: 'text', label: 'Title' };
  await data.edit(system, 'add-table', { name: 'things', access: READ, fields: [title, ...fields] });
  const friends = Array.from({ length: 150 }, (_, n) => ({ name: `Friend ${n + 1}` }));
  await data.rows.insertMany(system, 'friends', friends);
  const { user } = await server.as('staff');
  for (const n of [0, 1, 2]) {
    const values = FIELDS.map(([type, , all]) => [`a_${type}`, all[n] === 'staff' ? user.id : all[n]]);
    await data.rows.insert(system, 'things', { title: `Thing ${n}`, ...Object.fromEntries(values) });
  }
  const view = (/** @type {string} */ template, /** @type {any} */ config) => ({
    view: { name: `things_${template}`, template, table: 'things', roles: ['staff'], config },
  });
  const controls = fields.map(({ name }) => node('filter_field', { field: name }));
  await data.edit(system, 'add-view', view('filter', { layout: node('stack', {}, controls) }));
  await data.edit(system, 'add-view', view('list', { columns: [{ kind: 'field', field: 'title' }] }));
  const layout = node('stack', {}, [node('embed', { view: 'things_filter' }), node('embed', { view: 'things_list' })]);
  await data.edit(system, 'add-page', { page: { name: 'finder', title: 'Finder', roles: ['staff'], layout } });
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('staff'));
});
after(async () => {
  await browser?.close();
  await server.close();
});

/** @param {string} type */
const labelOf = (type) => `A ${type.replaceAll('_', ' ')}`;
const left = () => page.locator('#v-things_list tbody tr').allInnerTexts();

describe('a filter control in a browser', () => {
  for (const [type, , , { type: texts, choose, search }] of FIELDS) {
    it(`for ${type} leaves the row that is meant`, async () => {
      await page.goto('/page/finder');
      const control = (/** @type {string} */ label) =>
        page.locator('#v-things_filter').getByLabel(label, { exact: true });
      const name = labelOf(type);
      if (choose) await control(name).selectOption({ label: choose });
      else if (search) {
        await page.getByRole('combobox', { name, exact: true }).fill(search);
        await page.getByRole('option', { name: search, exact: true }).click();
      } else if (texts?.length === 1) await control(name).fill(texts[0]);
      else for (const [i, text] of (texts ?? []).entries()) await control(`${name} ${i ? 'to' : 'from'}`).fill(text);
      await page.waitForURL((/** @type {URL} */ url) => url.searchParams.size === (texts?.length ?? 1));
      await page.locator('#v-things_list tbody tr').nth(1).waitFor({ state: 'detached' });
      assert.deepEqual(await left(), ['Thing 1']);
      // The address alone says the same, and the control shows what is asked for.
      await page.reload();
      assert.deepEqual(await left(), ['Thing 1']);
      if (texts) {
        const values = await page
          .locator('#v-things_filter form [name]:not([type=hidden])')
          .evaluateAll((/** @type {any[]} */ all) => all.map(({ value }) => value).filter(Boolean));
        assert.equal(values.length, texts.length, values.join());
      }
      await page.getByRole('link', { name: 'Reset' }).click();
      await page.locator('#v-things_list tbody tr').nth(2).waitFor();
      assert.deepEqual(page.problems, []);
    });
  }

  it('takes no inline style along, which our policy blocks', async () => {
    await page.goto('/page/finder?A=1');
    // As scripts that place something do, and whoever pulls a text area larger.
    const styled = await page.locator('#v-things_list').evaluate((/** @type {HTMLElement} */ list) => {
      const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[id]')]);
      for (const element of all) element.style.minHeight = '1px';
      return all.length;
    });
    assert.ok(styled > 0);
    await page.locator('#v-things_list thead a').first().click();
    await page.waitForURL((/** @type {URL} */ url) => url.searchParams.size > 1);
    await page.locator('#v-things_list [style]').first().waitFor({ state: 'detached' });
    assert.equal(await page.locator('#v-things_list [style]').count(), 0);
    assert.deepEqual(page.problems, []);
  });

  it('is there for each type, or can not be', () => {
    /** @type {import('@plinth/plugin').FieldType[]} */
    const offered = server.data.registry.all('fieldType').filter((/** @type {any} */ { isInternal }) => !isInternal);
    const types = offered.map(({ name }) => name);
    assert.deepEqual([...FIELDS.map(([type]) => type), ...NOT_FILTERED].sort(), types.sort());
  });
});
