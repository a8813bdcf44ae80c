import { axeViolations, startTestServer } from '../../src/testing/index.js';
import { addressesOf, starterApp } from './starter-app.js';

/** @typedef {Awaited<ReturnType<typeof import('../../src/testing/index.js').launchBrowser>>} Browser */
/** @typedef {Awaited<ReturnType<typeof startTestServer>>} Server */

/**
 * What axe finds on the pages and views of a starter app: signed in, in light and dark, and as a visitor.
 *
 * @param {Browser} browser @param {string} name @returns {Promise<string[]>}
 */
export async function starterAppViolations(browser, name) {
  const server = await startTestServer({ app: await starterApp(name) });
  try {
    const addresses = await addressesOf(server);
    const open = addresses.filter((/** @type {string} */ address) => address.startsWith('/page/'));
    return [
      ...(await violationsFor({ browser, server }, 'admin', addresses)),
      // The dark colours of these pages were looked at above.
      ...(await violationsFor({ browser, server }, 'public', open, { isDark: false })),
      ...(await violationsFor({ browser, server }, 'public', ['/auth/login'])),
    ];
  } finally {
    await server.close();
  }
}

/**
 * Light and dark are the same load: the colours follow the browser's wish.
 *
 * @param {{ browser: Browser, server: Server }} on @param {string} role @param {string[]} addresses
 * @param {{ isDark?: boolean }} [options] isDark: in dark, too
 */
async function violationsFor({ browser, server }, role, addresses, { isDark = true } = {}) {
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
