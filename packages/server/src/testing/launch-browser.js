import { startBrowser } from './start-browser.js';

/** @import { Client } from './client.js' */

/** How long each script is held back, in ms: shows what comes too early for it. */
const SLOW_SCRIPTS = Number(process.env.PLINTH_SLOW_SCRIPTS ?? 0);

/**
 * A real browser without a window. `page(url, client)` gives a page that has the client's cookies, and collects what
 * must not happen: errors, and content that our CSP had to block. `arrived()` is for a page that a click led to.
 *
 * @param {Parameters<typeof startBrowser>[0]} [how]
 */
export async function launchBrowser(how) {
  const browser = await startBrowser(how);
  return {
    /**
     * @param {string} url
     * @param {Client | null} [client]
     * @param {import('playwright-core').BrowserContextOptions} [options]
     */
    async page(url, client = null, options = {}) {
      const cookies = [...(client?.cookies ?? [])].map(([name, value]) => ({
        name,
        value: encodeURIComponent(value),
        url,
      }));
      // While a page scrolls smoothly, a button moves away between the press and the release of the mouse.
      const page = await browser.open({ baseURL: url, reducedMotion: 'reduce', ...options }, cookies);
      if (SLOW_SCRIPTS > 0) await slowDown(page);
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
      const arrived = options.javaScriptEnabled === false ? async () => {} : awaitScripts(page);
      return Object.assign(page, { problems, arrived });
    },
    close: browser.close,
  };
}

/** @param {import('playwright-core').Page} page */
async function slowDown(page) {
  await page.route(
    (address) => address.pathname.endsWith('.js'),
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_SCRIPTS));
      // The page may be gone by then.
      await route.continue().catch(() => {});
    },
  );
}

/** How often a page that arrives is looked at, at most: some seconds. */
const ROUNDS = 100;

/** Runs in the page: the end of three turns of its own, in each of which a module that is there may ask for the next. */
const threeTurns = () =>
  new Promise((/** @type {(isOver: boolean) => void} */ resolve) => {
    const turn = (/** @type {number} */ left) => setTimeout(() => (left > 1 ? turn(left - 1) : resolve(true)), 8);
    turn(3);
  });

/**
 * Lets a page arrive only when the modules are there that it loads while it runs, as for a reader, who is slower than a
 * test. What has to work before they are there is tested by holding them back, with `waitUntil`.
 *
 * @param {import('playwright-core').Page} page
 */
function awaitScripts(page) {
  /** @type {Set<import('playwright-core').Request>} */
  const loading = new Set();
  let begun = 0;
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') return;
    loading.add(request);
    begun++;
  });
  for (const end of /** @type {const} */ (['requestfinished', 'requestfailed']))
    page.on(/** @type {any} */ (end), (/** @type {any} */ request) => loading.delete(request));
  page.on('framenavigated', (frame) => void (frame === page.mainFrame() && loading.clear()));
  const arrived = async () => {
    // One module may load the next; one that a test holds back is not waited for without end.
    for (let round = 0, isQuiet = false; !isQuiet && round < ROUNDS; round++) {
      const before = loading.size > 0 ? -1 : begun;
      // A page that leads on at once is another one by then.
      const isSame = await page.evaluate(threeTurns).catch(() => false);
      isQuiet = isSame && loading.size === 0 && begun === before;
    }
  };
  for (const name of /** @type {const} */ (['goto', 'reload', 'waitForURL'])) {
    const act = /** @type {any} */ (page[name]).bind(page);
    Object.assign(page, {
      [name]: async (/** @type {any[]} */ ...args) => {
        const result = await act(...args);
        if (!args.at(-1)?.waitUntil) await arrived();
        return result;
      },
    });
  }
  return arrived;
}
