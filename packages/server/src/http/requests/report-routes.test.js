import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { startBareApp } from '../../testing/bare-app.js';
import { reportRoutes } from './report-routes.js';

describe('reports of browsers', () => {
  it('I7: are logged, 200 an hour', async (t) => {
    /** @type {string[]} */
    const logged = [];
    const log = { warn: (/** @type {string} */ _event, /** @type {any} */ { report }) => logged.push(report) };
    const app = await startBareApp((router) => router.use(reportRoutes(/** @type {any} */ ({ log }))));
    t.after(() => app.close());
    const report = (/** @type {number} */ n) => fetch(`${app.url}/csp-report`, { method: 'POST', body: `report ${n}` });
    for (let n = 0; n < 202; n++) assert.equal((await report(n)).status, 204);
    assert.deepEqual([logged.length, logged.at(-1)], [200, 'report 199']);
    const now = performance.now() + 3_601_000;
    mock.method(performance, 'now', () => now);
    t.after(() => mock.restoreAll());
    await report(300);
    assert.equal(logged.at(-1), 'report 300');
  });
});
