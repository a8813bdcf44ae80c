import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';
import { STARTER_APPS, addressesOf, starterApp } from './starter-app.js';

/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** @typedef {Awaited<ReturnType<typeof startTestServer>>} Server */

/**
 * Light and dark are the same load: the colours follow the browser's wish.
 *
 * @param {Server} server @param {string} role @param {string[]} addresses @param {{ isDark?: boolean }} [options] isDark:
 *   in dark, too
 */
async function violationsFor(server, role, addresses, { isDark = true } = {}) {
  const page = await browser.page(server.url, await server.as(role), {
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  });
  const found = [];
  for (const address of addresses) {
    await page.emulateMedia({ colorScheme: 'light' });
    const response = await page.goto(address);
    if (response?.status() !== 200) continue;
    const light = await axeViolations(page);
    found.push(...(await cutLists(page, `${role} ${address}`)));
    await page.emulateMedia({ colorScheme: 'dark' });
    // Only the colours differ by now.
    const dark = isDark ? await axeViolations(page, { rules: ['color-contrast'] }) : [];
    found.push(...[...light, ...dark].map((line) => `${role} ${address}: ${line}`));
  }
  found.push(...page.problems);
  await page.context().close();
  return found;
}

/**
 * Lists whose last columns are out of sight at 1280: the tables of figures are wide by their nature.
 *
 * @param {any} page
 * @param {string} where
 */
async function cutLists(page, where) {
  const cut = await page.evaluate(
    `[...document.querySelectorAll('.table-responsive')].filter((e) => e.scrollWidth > e.clientWidth).length`,
  );
  return cut > 0 && !where.includes('/page/benchmarks') ? [`${where}: ${cut} lists are cut off`] : [];
}

describe('axe finds nothing on the screens of the starter apps', () => {
  for (const name of STARTER_APPS) {
    it(`${name}: signed in (light and dark) and public`, async () => {
      const server = await startTestServer({ app: await starterApp(name) });
      try {
        const addresses = await addressesOf(server);
        assert.deepEqual(await violationsFor(server, 'admin', addresses), []);
        const open = addresses.filter((/** @type {string} */ address) => address.startsWith('/page/'));
        // The dark colours of these pages were looked at above.
        assert.deepEqual(await violationsFor(server, 'public', open, { isDark: false }), []);
        assert.deepEqual(await violationsFor(server, 'public', ['/auth/login']), []);
      } finally {
        await server.close();
      }
    });
  }
});
