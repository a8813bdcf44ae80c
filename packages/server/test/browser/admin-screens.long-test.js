import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser } from '../../src/testing/index.js';
import { adminScreenFaults, startFullServer } from './admin-screens.js';

/** @type {Awaited<ReturnType<typeof startFullServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  server = await startFullServer();
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await server.close();
});

describe('every screen of the admin', () => {
  it('has no violation that axe finds, light and dark', async () =>
    assert.deepEqual(await adminScreenFaults({ server, browser, isDark: true }), {}));
});
