import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser } from '../../src/testing/index.js';
import { starterAppViolations } from './starter-app-axe.js';

/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

describe('axe finds nothing on the screens of two starter apps', () => {
  for (const name of ['forum', 'inventory'])
    it(`${name}: signed in (light and dark) and public`, async () =>
      assert.deepEqual(await starterAppViolations(browser, name), []));
});
