/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figures, signIn, withServer } from '@plinth/cli/benchmarks';
import { IN_CARD, manyElements } from './parts/many-elements.js';

const BROWSER = new URL('../node_modules/@sparticuz/chromium', import.meta.url);

/**
 * From a move until the canvas shows it, and until the draft is saved and the canvas is as the server has rendered it. Half
 * of the moves are of a text within its card, half of a whole card.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'J',
  about: 'moves in the builder, in a real browser, on a page of 500 elements',
  isApart: true,
  sizes: { elements: [500, 50], moves: [100, 6] },
  lacks: () => (existsSync(fileURLToPath(BROWSER)) ? null : 'the development packages (npm ci)'),
  run: ({ elements, moves }) =>
    withServer(async ({ url, data, operator }) => {
      const layout = manyElements(elements);
      await data.edit(operator, 'add-page', { page: { name: 'many', title: 'Many', roles: ['public'], layout } });
      const { token } = await signIn(data, operator, 'admin');
      const { launchBrowser } = await import('@plinth/server/testing');
      const browser = await launchBrowser();
      try {
        const person = /** @type {any} */ ({ cookies: new Map([['plinth_session', token]]) });
        const page = await browser.page(url, person, { viewport: { width: 1280, height: 800 } });
        return await timeMoves(page, elements, moves);
      } finally {
        await browser.close();
      }
    }),
};

/** @param {import('playwright-core').Page} page @param {number} elements @param {number} moves */
async function timeMoves(page, elements, moves) {
  await page.goto('/admin/build/pages/many');
  await page.locator('[data-bld-stage][data-ready]').waitFor();
  const times = { shown: /** @type {number[]} */ ([]), saved: /** @type {number[]} */ ([]) };
  // Down and up again, so each move is possible; the last card has nothing below it. The first four don't count.
  for (let i = -4; i < moves; i++) {
    const pair = Math.floor(i / 2) + 2;
    const card = (pair * 7) % (Math.floor(elements / (IN_CARD + 1)) - 1);
    const id = pair % 2 ? `text${card * (IN_CARD + 1) + 4}` : `card${card}`;
    await page.locator(`#outline-${id}`).click();
    await page.locator('.bld-status[data-state="saved"]').waitFor();
    const took = await page.evaluate(timeMove, i % 2 === 0 ? 'ArrowDown' : 'ArrowUp');
    if (i < 0) continue;
    times.shown.push(took.shown);
    times.saved.push(took.saved);
  }
  return Object.entries(times).map(([what, values]) => {
    const { unit, p50, p95 } = figures(values, 'ms');
    return { elements, what, unit, p50, p95 };
  });
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
