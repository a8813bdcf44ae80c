import { admin } from '@plinth/admin';
import { createOwnData, figures, runAsScript } from '@plinth/cli/benchmarks';
import { startServer } from '@plinth/server';
import { readConfig } from '@plinth/server/operations';
import { launchBrowser } from '@plinth/server/testing';

const SYSTEM = Object.freeze({ userId: null, roles: [], system: true });
const ADMIN = Object.freeze({ email: 'anna@example.com', password: 'correct horse battery', roles: ['admin'] });
/** Elements in each card. */
const IN_CARD = 9;

/**
 * The builder in a real browser, with a page of many elements: from a move until the canvas shows it, and until the draft is
 * saved and the canvas is as the server has rendered it. Half of the moves are of a text within its card, half of a whole
 * card.
 *
 * node benchmarks/builder.js [elements=500] [moves=100]
 *
 * @param {{ quick?: boolean, elements?: number, repeats?: number }} [options]
 */
export async function run({ quick = false, elements = quick ? 50 : 500, repeats = quick ? 6 : 100 } = {}) {
  const own = createOwnData({ env: { ...process.env, LOG_LEVEL: 'warn' } });
  const server = await startServer(readConfig(own.env), { admin });
  const browser = await launchBrowser();
  try {
    const { data } = server.runtime();
    await data.edit(SYSTEM, 'add-page', {
      page: { name: 'many', title: 'Many', roles: ['public'], layout: layoutOf(elements) },
    });
    await data.people.users.create(SYSTEM, { name: 'Anna', ...ADMIN });
    const { token } = await data.people.login(ADMIN.email, ADMIN.password, { address: 'load', userAgent: 'load' });
    const cookies = new Map([['plinth_session', token]]);
    const page = await browser.page(server.url, /** @type {any} */ ({ cookies }), {
      viewport: { width: 1280, height: 800 },
    });
    await page.goto('/admin/build/pages/many');
    await page.locator('[data-bld-stage][data-ready]').waitFor();
    const times = { shown: /** @type {number[]} */ ([]), saved: /** @type {number[]} */ ([]) };
    for (let i = -5; i < repeats; i++) {
      const card = (Math.abs(i) * 7) % Math.floor(elements / (IN_CARD + 1));
      const id = i % 2 ? `text${card * (IN_CARD + 1) + 4}` : `card${card}`;
      await page.locator(`#outline-${id}`).click();
      await page.locator('.bld-status[data-state="saved"]').waitFor();
      const took = await page.evaluate(timeMove, i % 4 < 2 ? 'ArrowDown' : 'ArrowUp');
      if (i < 0) continue;
      times.shown.push(took.shown);
      times.saved.push(took.saved);
    }
    return Object.entries(times).map(([what, values]) => {
      const { unit, p50, p95 } = figures(values, 'ms');
      return { elements, what, unit, p50, p95 };
    });
  } finally {
    await browser.close();
    await server.close();
    await own.remove();
  }
}

/**
 * Runs in the page: from the key to the frame after the canvas has changed, and to the end of the request.
 *
 * @param {string} key @returns {Promise<{ shown: number, saved: number }>} in ms
 */
function timeMove(key) {
  const { document, requestAnimationFrame, KeyboardEvent, MutationObserver } = globalThis;
  const frame = /** @type {HTMLIFrameElement} */ (document.querySelector('[data-bld-frame]'));
  const status = /** @type {HTMLElement} */ (document.querySelector('[data-bld-status]'));
  const main = /** @type {Element} */ (frame.contentDocument?.getElementById('main'));
  return new Promise((resolve) => {
    const start = performance.now();
    let shown = 0;
    const onCanvas = new MutationObserver(() => {
      onCanvas.disconnect();
      requestAnimationFrame(() => (shown = performance.now() - start));
    });
    onCanvas.observe(main, { childList: true, subtree: true });
    const onStatus = new MutationObserver(() => {
      if (status.dataset.state !== 'saved') return;
      onStatus.disconnect();
      requestAnimationFrame(() => resolve({ shown, saved: performance.now() - start }));
    });
    document
      .querySelector('[data-bld-stage]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true }));
    onStatus.observe(status, { attributes: true });
  });
}

/** Cards of texts. @param {number} elements */
function layoutOf(elements) {
  let left = elements;
  const cards = [];
  for (let i = 0; left > IN_CARD; i++, left -= IN_CARD + 1) {
    const texts = Array.from({ length: IN_CARD }, (_, k) => {
      const number = i * (IN_CARD + 1) + k;
      return { id: `text${number}`, type: 'text', settings: { text: `Text number ${number} with a few words` } };
    });
    cards.push({ id: `card${i}`, type: 'card', settings: { title: `Card ${i}` }, children: texts });
  }
  return { id: 'root', type: 'stack', settings: {}, children: cards };
}

const [elements, repeats] = process.argv.slice(2).map(Number);
await runAsScript(import.meta.url, () => run({ elements, repeats }));
