import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { node } from '@plinth/plugin';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

/** German has such words, and so have file names. */
const LONG = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  server = await startTestServer();
  const types = ['text', 'long_text', 'boolean', 'rich_text', 'file', 'rating'];
  const fields = types.map((type) => ({ name: `f_${type}`, label: `${LONG} ${type}`, type }));
  await server.data.edit(server.system, 'add-table', { name: 'laws', label: LONG, fields });
  await server.data.edit(server.system, 'generate-views', { table: 'laws' });
  const layout = node('stack', {}, []);
  await server.data.edit(server.system, 'add-page', { page: { name: 'laws', title: LONG, roles: ['admin'], layout } });
  await server.data.rows.insert(server.system, 'laws', { f_text: LONG });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const ADDRESSES = [
  '/view/laws_list',
  '/view/laws_edit',
  '/page/laws',
  '/admin/tables',
  '/admin/tables/laws/fields',
  '/admin/tables/laws/data',
  '/admin/tables/laws/data/new',
  '/admin/tables/laws/views',
  '/admin/tables/laws/access',
  '/admin/tables/laws/indexes',
  '/admin/views',
  '/admin/pages',
  '/admin/menu',
  '/admin/history',
  '/admin/roles',
];

for (const width of [1280, 390]) {
  it(`a word of sixty letters leaves neither its page nor its place, ${width} wide`, async () => {
    const page = await browser.page(server.url, await server.as('admin'), { viewport: { width, height: 844 } });
    const wrong = [];
    for (const address of ADDRESSES) {
      const answer = await page.goto(address);
      if (answer?.status() !== 200) wrong.push(`${address}: ${answer?.status()}`);
      wrong.push(
        ...(
          await page.evaluate(`(() => {
        const found = [];
        if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways: ' + [...document.querySelectorAll('main *')].filter((one) => !one.closest('.adm-tabs, .table-responsive') && one.getBoundingClientRect().right > innerWidth + 1).slice(0, 9).map((one) => one.outerHTML.slice(0, 120)).join(' | '));
        for (const list of document.querySelectorAll('.adm-list'))
          if (list.parentElement.scrollWidth > list.parentElement.clientWidth) found.push('a list is cut off');
        for (const one of document.querySelectorAll('label, legend, .pl-nav-link, h1, h2')) {
          if (one.checkVisibility() && !one.closest('.visually-hidden') && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline' && getComputedStyle(one).textOverflow !== 'ellipsis')
            found.push('out of its place: ' + one.outerHTML.slice(0, 120));
        }
        return found;
      })()`)
        ).map((/** @type {string} */ what) => `${address}: ${what}`),
      );
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(page.problems, []);
  });
}

it('choices in a line are spaced apart, also on touch screens', async () => {
  const touch = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await browser.page(server.url, await server.as('admin'), touch);
  await page.goto('/admin/views/laws_edit/settings');
  await page.locator('.form-check-inline:visible').nth(1).waitFor();
  const gaps =
    await page.evaluate(`[...document.querySelectorAll('.form-check-inline + .form-check-inline')].flatMap((one) => {
    const [before, own] = [one.previousElementSibling, one].map((box) => box.getBoundingClientRect());
    return Math.abs(before.top - own.top) < 2 ? [own.left - before.right] : [];
  })`);
  assert.ok(gaps.length > 0 && gaps.every((/** @type {number} */ gap) => gap > 8), gaps.join());
});
