import { AxeBuilder } from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, startTestServer, until } from '../../src/testing/index.js';
import { starterApp } from './starter-app.js';

// What people have who work in a finished tool every day.

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {any} */
let page;
const SHOTS = process.env.PLINTH_SHOTS;

before(async () => {
  server = await startTestServer({ app: await starterApp('issue-tracker') });
  browser = await launchBrowser();
  page = await browser.page(server.url, await server.as('admin'), { reducedMotion: 'reduce' });
});
after(async () => {
  assert.deepEqual(page.problems, []);
  await browser.close();
  await server.close();
});

/** Axe in light and dark; screenshots at both sizes where PLINTH_SHOTS names a folder. @param {string} name */
async function looksRight(name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(
      (/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`,
    );
    assert.deepEqual(found, [], `${name} ${colorScheme}`);
    if (!SHOTS) continue;
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}-${width}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

describe('Ctrl+K', () => {
  it('loads its script on first use and finds rows, pages and admin screens by keyboard', async () => {
    /** @type {string[]} */
    const asked = [];
    page.on('request', (/** @type {any} */ request) => asked.push(request.url()));
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    assert.ok(!asked.some((url) => url.includes('palette')), 'nothing of it is loaded before');
    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox', { name: 'Search' });
    await input.waitFor();
    await page.getByRole('option').first().waitFor();
    assert.equal(await input.getAttribute('aria-expanded'), 'true');
    await looksRight('palette-empty');
    const [{ rows }] = await server.data.select(server.system, [
      { spec: { table: 'issues', select: [{ as: 'title', field: 'title' }], limit: 1 }, params: {} },
    ]);
    await input.fill(rows[0].title.slice(0, 14));
    await page.getByRole('option', { name: rows[0].title }).first().waitFor();
    await looksRight('palette-found');
    const active = await input.getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/view\/[^?]+\?id=/);
    assert.match(await page.locator('main').textContent(), new RegExp(rows[0].title.slice(0, 14)));
  });

  it('shows when nothing is found, and returns the focus', async () => {
    const button = page.getByRole('link', { name: 'Search' });
    await button.click();
    await page.getByRole('combobox', { name: 'Search' }).fill('zzz nothing zzz');
    await page.getByText('No matches for').first().waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('dialog')
      .waitFor({ state: 'detached' })
      .catch(() => {});
    await until(async () => button.evaluate((/** @type {Element} */ one) => one === document.activeElement));
  });
});
