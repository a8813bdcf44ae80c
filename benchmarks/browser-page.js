/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figures, median, round, withOwnServer } from '@plinth/cli/benchmarks';
import { busyMs, DESKTOP, interact, PHONE, reasonsAgainstBack, slowDown, watched } from './parts/phone.js';
import { installPhoneApp } from './parts/phone-app.js';
import { SCREENS } from './parts/screens.js';

/** @import { Screen } from './parts/screens.js' */
/** @typedef {Awaited<ReturnType<typeof import('@plinth/server/testing').launchBrowser>>} Browser */
/** @typedef {{ url: string, people: Record<string, string> }} Site */
/** @typedef {Awaited<ReturnType<typeof visit>>} Visit */

const BROWSER = new URL('../node_modules/@sparticuz/chromium', import.meta.url);
/** Where each goes from a screen. */
const AWAY = { user: '/auth/profile', admin: '/admin' };
/** The line on which the builder is timed too, without a slower processor: latency in ms. */
const FAR = { cpu: 1, latency: 250 };

/**
 * What a reader on a phone waits for: a processor four times as slow, 1.6 Mbit/s, 150 ms. For each screen the best and the
 * median visit with an empty cache, the median of a second one, what clicks, keys and drags take until they show, and what
 * keeps the browser from keeping the page for Back.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'A',
  about: 'list, grid, board, form and builder in a real browser, as on a phone',
  isApart: true,
  lacks: () => (existsSync(fileURLToPath(BROWSER)) ? null : 'the development packages (npm ci)'),
  sizes: { runs: [5, 1], rows: [500, 60], elements: [200, 30] },
  run: ({ runs, rows, elements }) =>
    withOwnServer(
      ({ data }, operator) => installPhoneApp(data, operator, { rows, elements }),
      async ({ url }, people) => {
        const { launchBrowser } = await import('@plinth/server/testing');
        const browser = await launchBrowser({ keepsPages: true });
        try {
          const site = { url, people };
          /** @type {object[]} */
          const found = [];
          for (const [name, screen] of Object.entries(SCREENS))
            found.push(await measure(browser, site, name, screen, runs));
          return { phone: found, builder: await measureFar(browser, site, runs) };
        } finally {
          await browser.close();
        }
      },
    ),
};

/** @param {Browser} browser @param {Site} site @param {string} name @param {Screen} screen @param {number} runs */
async function measure(browser, site, name, screen, runs) {
  /** @type {Visit[]} */
  const visits = [];
  // The first doesn't count: the server has yet to compile.
  if (runs > 1) await visit(browser, site, screen, {});
  for (let i = 0; i < runs; i++) visits.push(await visit(browser, site, screen, {}));
  const of = (/** @type {(one: Visit) => number} */ pick) => visits.map(pick);
  const { p50, p95 } = figures(
    visits.flatMap(({ waits }) => waits),
    'ms',
  );
  return {
    screen: name,
    'LCP ms': round(median(of(({ cold }) => cold.painted)), 0),
    best: round(Math.min(...of(({ cold }) => cold.painted)), 0),
    'ready ms': round(median(of(({ cold }) => cold.ready)), 0),
    'again ms': round(median(of(({ warm }) => warm.painted)), 0),
    shift: round(Math.max(...of(({ cold }) => cold.shift)), 3),
    'longest task ms': round(median(of(({ cold }) => Math.max(0, ...cold.tasks))), 0),
    'CPU ms': round(median(of(({ cold }) => cold.busy)), 0),
    requests: median(of(({ cold }) => cold.requests)),
    KB: round(median(of(({ cold }) => cold.bytes / 1024)), 0),
    'wait p50 ms': p50,
    'wait p95 ms': p95,
    'against Back': [...new Set(visits.flatMap(({ against }) => against))].join(', ') || 'nothing',
  };
}

/** When the builder can be used on a fast machine far away. @param {Browser} browser @param {Site} site @param {number} runs */
async function measureFar(browser, site, runs) {
  /** @type {Visit[]} */
  const visits = [];
  for (let i = 0; i < runs; i++) visits.push(await visit(browser, site, { ...SCREENS.builder, acts: () => [] }, FAR));
  const of = (/** @type {(one: Visit) => number} */ pick) => visits.map(pick);
  return ['cold', 'warm'].map((cache) => {
    const times = of((one) => one[/** @type {'cold'} */ (cache)].ready);
    const requests = median(of((one) => one[/** @type {'cold'} */ (cache)].requests));
    return {
      'latency ms': FAR.latency,
      cache,
      'ready ms': round(median(times), 0),
      best: round(Math.min(...times), 0),
      requests,
    };
  });
}

/**
 * Opens a screen with an empty cache and once more, uses it, leaves it, and goes back.
 *
 * @param {Browser} browser @param {Site} site @param {Screen} screen @param {Parameters<typeof slowDown>[1]} slow
 */
async function visit(browser, { url, people }, { path, who, wide, ready, acts }, slow) {
  const person = /** @type {any} */ ({ cookies: new Map([['plinth_session', people[who]]]) });
  const page = await browser.page(url, person, wide ? DESKTOP : PHONE);
  try {
    const { sent, session } = await slowDown(page, { ...slow, ready });
    const open = async () => {
      const before = { ...sent };
      const busy = await busyMs(session);
      await page.goto(path, { waitUntil: 'networkidle' });
      if (ready) await page.locator(ready).waitFor();
      await page.waitForLoadState('networkidle');
      const [requests, bytes] = [sent.requests - before.requests, sent.bytes - before.bytes];
      // A new page may have a process of its own, which starts to count again.
      const all = await busyMs(session);
      return { ...(await watched(page)), requests, bytes, busy: all < busy ? all : all - busy };
    };
    const [cold, warm] = [await open(), await open()];
    /** @type {number[]} */
    const waits = [];
    for (const act of acts(page)) waits.push(await interact(page, act));
    if (page.problems.length > 0) throw new Error(`${path}: ${page.problems.join(', ')}`);
    return { cold, warm, waits, against: await reasonsAgainstBack(page, session, AWAY[who]) };
  } finally {
    await page.context().close();
  }
}
