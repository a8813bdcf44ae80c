import assert from 'node:assert/strict';
import { until } from '@plinth/data/testing';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';
import { drawn, sample } from './builder-sample.js';

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** A server, a browser, and a page of it for an admin. @param {Parameters<typeof startTestServer>[0]} [options] */
export async function startBuilder(options) {
  const server = await startTestServer(options);
  const browser = await launchBrowser();
  const admin = await server.as('admin');
  const page = await browser.page(server.url, admin, { viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(Number(process.env.PLINTH_WAIT) || 60_000);
  return {
    server,
    browser,
    admin,
    page,
    screen: builderScreen({ server, page }),
    /** Another admin, in a browser of their own. @param {string} name */
    async colleague(name) {
      const email = `${name.toLowerCase()}@example.com`;
      await server.data.people.users.create(server.system, {
        name,
        email,
        password: server.password,
        roles: ['admin'],
      });
      const { token } = await server.data.people.loginVerified(email, { address: name, userAgent: 'test' });
      const cookies = new Map([['plinth_session', token]]);
      return browser.page(server.url, /** @type {any} */ ({ cookies }), { viewport: { width: 1280, height: 800 } });
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * What tests do in the builder. `canvas` is the page in its frame.
 *
 * @param {{ server: any, page: any }} parts page: of a browser, as an admin
 */
export function builderScreen({ server, page }) {
  let count = 0;
  const screen = {
    canvas: page.frameLocator('[data-bld-frame]'),

    /** Of the page that was opened last. */
    name: () => `page${count}`,

    /** A page of its own in the builder. @param {any} [layout] @returns {Promise<string>} its name */
    async open(layout = sample()) {
      const name = `page${++count}`;
      await server.data.edit(server.system, 'add-page', { page: { name, title: name, roles: ['public'], layout } });
      await page.goto(`/admin/build/pages/${name}`);
      await screen.ready();
      return name;
    },

    /** Until the canvas answers. @param {any} [on] */
    async ready(on = page) {
      screen.canvas = on.frameLocator('[data-bld-frame]');
      await screen.canvas.locator('#main').waitFor();
      await on.locator('[data-bld-stage][data-ready]').waitFor();
    },

    /** The stored draft's layout as text: root(hello words …). @param {string} name */
    async stored(name) {
      const layout = await screen.layoutOf(name);
      return layout ? drawn(layout) : '';
    },

    /** @param {string} name @returns {Promise<any>} of the stored draft */
    async layoutOf(name) {
      const draft = await server.data.drafts.find(server.system, server.data.catalog().page(name).id);
      return draft?.draft.layouts.layout;
    },

    /** Waits until the draft is stored like this. @param {string} name @param {string} expected */
    async draftIs(name, expected) {
      let last = '';
      try {
        await until(async () => (last = await screen.stored(name)) === expected);
      } catch {
        assert.equal(last, expected);
      }
    },

    /** @param {string} text */
    onCanvas: (text) => screen.canvas.getByText(text, { exact: true }).first(),
    said: () => page.locator('[data-bld-live]').textContent(),
    /** @param {string} text */
    saidIs: (text) =>
      page.waitForFunction(
        (/** @type {string} */ wanted) =>
          document.querySelector('[data-bld-live]')?.textContent?.trim().startsWith(wanted),
        text,
      ),
    /** Until the server has everything. */
    saved: () => page.locator('.bld-status[data-state="saved"]').waitFor(),

    /** Selects by a click. @param {string} text */
    async choose(text) {
      await screen.onCanvas(text).click();
      await page.locator('[data-bld-path] [aria-current]').waitFor();
    },

    /** Drags by the mouse. @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to @param {{ drop?: boolean }} [how] */
    async dragMouse(from, to, { drop = true } = {}) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 6, from.y + 6);
      await page.mouse.move(to.x, to.y, { steps: 4 });
      if (drop) await page.mouse.up();
    },
  };
  return screen;
}

/** Where something is in the window. @param {any} locator @returns {Promise<Box>} */
export async function boxOf(locator) {
  // What the server has just drawn anew has no place for a moment.
  let box = null;
  await until(async () => (box = await locator.boundingBox()) !== null);
  return /** @type {any} */ (box);
}

/** @param {Box} box @param {number} [dy] a part of its height */
export const middle = (box, dy = 0.5) => ({ x: box.x + box.width / 2, y: box.y + box.height * dy });
