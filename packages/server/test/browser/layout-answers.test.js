import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';
import { draftOf } from './place-element.js';

// On a slow line answers overlap with what is done next: nothing that was done may be drawn over by an older answer.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  server = await startTestServer();
  browser = await launchBrowser();
  const layout = node('stack', {}, [node('text', { text: 'Here' })]);
  const page = { name: 'board', title: 'Board', description: '', roles: ['public'], layout };
  await server.data.edit(server.system, 'add-page', { page });
});
after(async () => {
  await browser.close();
  await server.close();
});

describe('the layout editor on a slow line', () => {
  it('keeps what was added while an older refresh was under way', async () => {
    const page = await browser.page(server.url, await server.as('admin'));
    await page.goto('/admin/pages/board');
    /** @type {() => void} */
    let letGo = () => {};
    const held = new Promise((resolve) => (letGo = () => resolve(undefined)));
    let answered = 0;
    await page.route('**/admin/pages/board*', async (route) => {
      const body = route.request().postData() ?? '';
      const response = await route.fetch();
      if (body.includes('op=refresh')) await held;
      await route.fulfill({ response }).catch(() => {});
      if (body.includes('op=refresh')) answered++;
    });
    await page.locator('[data-adm-refresh]').dispatchEvent('click');
    await page.locator('.adm-palette summary').click();
    await page.locator('.adm-palette button[value="add:divider"]').click();
    await page.waitForFunction(() =>
      document.querySelector('[name=draft]')?.getAttribute('value')?.includes('divider'),
    );
    letGo();
    while (answered === 0) await page.waitForTimeout(10);
    await page.waitForFunction(() => !document.querySelector('.htmx-request'));
    assert.match(JSON.stringify(await draftOf(page)), /divider/);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
});
