/** @import { Page } from 'playwright-core' */

/**
 * The small form of axe-core, which every page that is looked at has to read.
 *
 * @type {string}
 */
const AXE = 'axe-core/axe.min.js';

/**
 * What axe finds on a page, without the frames in it, once nothing moves on it any more: colours that are measured in the middle of a transition
 * are colours that nobody reads.
 *
 * @param {Page} page
 * @param {{ rules?: string[], tags?: string[], include?: string, exclude?: string[] }} [options] rules or tags: only
 *   these, otherwise all that axe runs by default; include: only what is inside this selector; exclude: not what is
 *   inside these
 * @returns {Promise<string[]>} a line for each violation: the rule, and each place with its HTML and what is wrong
 */
export async function axeViolations(page, { rules, tags, include, exclude = [] } = {}) {
  const { default: axe } = await import(AXE);
  await untilStill(page);
  // Put in by the debugger, past our own content policy. A page that is measured twice has it already.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  return page.evaluate(runAxe, { rules, tags, include, exclude });
}

/** Runs in the page. @param {{ rules?: string[], tags?: string[], include?: string, exclude: string[] }} options */
async function runAxe({ rules, tags, include, exclude }) {
  const only = rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags };
  const where = { include: [include ?? document], exclude };
  const { violations } = await /** @type {any} */ (globalThis).axe.run(where, {
    iframes: false,
    resultTypes: ['violations'],
    ...(rules || tags ? { runOnly: only } : {}),
  });
  return violations.map(
    (/** @type {any} */ { id, nodes }) =>
      `${id}: ${nodes
        .map((/** @type {any} */ { html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`)
        .join('\n')}`,
  );
}

/** Two frames, in which a change of colours begins, and no animation left that ends by itself. @param {Page} page */
function untilStill(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const moves = () =>
          document
            .getAnimations()
            .some((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
        const look = () => (moves() ? requestAnimationFrame(look) : resolve(undefined));
        requestAnimationFrame(() => requestAnimationFrame(look));
      }),
  );
}
