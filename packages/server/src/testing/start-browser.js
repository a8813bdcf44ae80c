import { clusterHome } from '@plinth/data/testing';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { unpackChromium } from './unpack-chromium.js';

/** In ms: longer than a browser needs on any busy machine to start, or to open a page. */
const PATIENCE = 60_000;

/**
 * A browser that is given up when it doesn't answer. If it doesn't start, or doesn't open its first page, there is a second
 * try with a new one: now and then a Chromium hangs right after its start.
 *
 * @param {{ program?: string, tooLong?: (signal: AbortSignal) => Promise<unknown>, keepsPages?: boolean }} [options]
 *   program: a Chromium; tooLong: resolves when what began with its call has taken too long; keepsPages: for Back, as
 *   people's browsers do
 */
export async function startBrowser({ program, tooLong = patience, keepsPages = false } = {}) {
  const path = program ?? (await unpackChromium());
  const launchOne = () => launch(path, tooLong, keepsPages);
  let browser = await launchOne().catch(launchOne);
  let isKnown = false;

  /** @typedef {import('playwright-core').BrowserContextOptions} Options */
  /** @typedef {Parameters<import('playwright-core').BrowserContext['addCookies']>[0]} Cookies */
  /** @param {Options} options @param {Cookies} cookies */
  const open = async (options, cookies) => {
    const context = await browser.newContext(options);
    await context.addCookies(cookies);
    return context.newPage();
  };

  return {
    /** A page in a context of its own. @param {Options} options @param {Cookies} cookies */
    async open(options, cookies) {
      const [given, isFirst] = [browser, !isKnown];
      const page = await within(tooLong, 'The browser opens no page', open(options, cookies)).catch(async (error) => {
        if (!isFirst || given !== browser || !(error instanceof Late)) throw error;
        given.kill();
        browser = await launchOne();
        return within(tooLong, 'A second browser opens no page either', open(options, cookies));
      });
      isKnown = true;
      return page;
    },
    async close() {
      await within(tooLong, 'The browser does not close', browser.close()).catch((error) => {
        browser.kill();
        throw error;
      });
    },
  };
}

/**
 * Pages of tests are gone before optimized code has paid: V8 would optimize axe anew on each page, which takes a quarter of
 * the CPU time of such a page.
 */
const SHORT_LIVES = '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=32';

/**
 * @param {string} executablePath @param {(signal: AbortSignal) => Promise<unknown>} tooLong @param {boolean} keepsPages
 */
async function launch(executablePath, tooLong, keepsPages) {
  const { chromium: driver } = await import('playwright-core');
  // Not chromium.args: they are made for one-shot lambdas (a single process, which mixes up the cookies of contexts and
  // dies with the first of them) and switch web security off, which our tests are about.
  const browser = await driver.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', SHORT_LIVES, ...(isMemoryScarce() ? ['--disable-dev-shm-usage'] : [])],
    ignoreDefaultArgs: keepsPages ? ['--disable-back-forward-cache'] : [],
    headless: true,
    timeout: PATIENCE,
  });
  const asked = browser.newBrowserCDPSession().then((session) => session.send('SystemInfo.getProcessInfo'));
  const { processInfo } = await within(tooLong, 'The browser does not answer', asked);
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  return Object.assign(browser, { kill: () => void (pid && process.kill(pid, 'SIGKILL')) });
}

class Late extends Error {}

/**
 * @template T
 * @param {(signal: AbortSignal) => Promise<unknown>} tooLong @param {string} what @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
async function within(tooLong, what, promise) {
  const ended = new AbortController();
  const late = tooLong(ended.signal).then(() => {
    throw new Late(`${what} within a minute`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    late.catch(() => {});
    promise.catch(() => {});
    ended.abort();
  }
}

/** @param {AbortSignal} signal */
const patience = (signal) => sleep(PATIENCE, undefined, { signal });

/** Pictures of pages are then shared by files on the disk, as containers with a small /dev/shm need. */
const isMemoryScarce = () => clusterHome() === tmpdir();
