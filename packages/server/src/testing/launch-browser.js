import { unpackChromium } from './unpack-chromium.js';

/** @import { Client } from './client.js' */

/**
 * A real browser without a window. `page(url, client)` gives a page that has the client's cookies, and collects what
 * must not happen: errors, and content that our CSP had to block.
 */
export async function launchBrowser() {
  const { chromium: driver } = await import('playwright-core');
  // Not chromium.args: they are made for one-shot lambdas (a single process, which mixes up the cookies of contexts and
  // dies with the first of them) and switch web security off, which our tests are about.
  const browser = await driver.launch({
    executablePath: await unpackChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    headless: true,
  });
  return {
    browser,
    /**
     * @param {string} url
     * @param {Client | null} [client]
     * @param {import('playwright-core').BrowserContextOptions} [options]
     */
    async page(url, client = null, options = {}) {
      const context = await browser.newContext({ baseURL: url, ...options });
      const cookies = [...(client?.cookies ?? [])].map(([name, value]) => ({
        name,
        value: encodeURIComponent(value),
        url,
      }));
      await context.addCookies(cookies);
      const page = await context.newPage();
      // Longer than any busy machine needs: what takes so long has failed.
      page.setDefaultTimeout(60_000);
      /** @type {string[]} */
      const problems = [];
      page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
      page.on('console', (message) => {
        const text = message.text();
        if (message.type() === 'error' && !/Failed to load resource.*(40[0-9]|422)/.test(text))
          problems.push(`console: ${text}`);
      });
      return Object.assign(page, { problems });
    },
    close: () => browser.close(),
  };
}
