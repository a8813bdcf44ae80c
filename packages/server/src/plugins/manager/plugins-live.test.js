import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { admin } from '@plinth/admin';
import { until } from '@plinth/data/testing';
import { fileURLToPath } from 'node:url';
import { openRuntime } from '../../open-runtime.js';
import { createLog } from '../../http/log/log.js';
import { startTestServer } from '../../testing/index.js';
import { installedFolder } from './find-plugins.js';

const SAMPLE = fileURLToPath(new URL('../../../../../docs/plugins/traffic-light/', import.meta.url));
const NAME = 'plinth-traffic-light';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

/** @param {string} role */
const tryIt = async (role) => (await server.as(role)).get('/plugin/traffic-light/try?value=90');

describe('plugins in a running server', () => {
  it('P1: are installed by admins only', async () => {
    const staff = { userId: null, roles: ['staff', 'user', 'public'], system: false };
    await assert.rejects(server.runtime.plugins.install(staff, SAMPLE), { code: 'FORBIDDEN' });
    await assert.rejects(server.runtime.plugins.setEnabled(staff, 'theme-default', true), { code: 'FORBIDDEN' });
    assert.equal(existsSync(installedFolder(server.dataDir, NAME, '1.0.0')), false);
  });

  it('P1: work at once, with version and hash pinned, and no request is dropped meanwhile', async () => {
    assert.equal((await tryIt('user')).status, 404);
    const client = await server.as('user');
    let dropped = 0;
    let running = true;
    const load = (async () => {
      while (running) if ((await client.get('/auth/profile')).status !== 200) dropped++;
    })();
    const installed = await server.runtime.plugins.install(server.system, SAMPLE);
    assert.match((await tryIt('user')).text, /Hello, 90 is green/);
    running = false;
    await load;
    assert.equal(dropped, 0);
    const record = server.runtime.plugins.list().find((/** @type {any} */ plugin) => plugin.name === NAME);
    assert.equal(record?.status, 'on');
    assert.equal(record?.version, '1.0.0');
    assert.equal(record?.integrity, installed.integrity);
    assert.ok(server.runtime.registry.has('fieldView', 'traffic_light'));
  });

  it('P2: report in one block why one was not installed, and what to do', async () => {
    const admin = await server.as('admin');
    const answer = await admin.post('/admin/plugins/install', { source: '/nowhere/at/all' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /role="alert"[^>]*><div><div class="fw-medium">[^<]+<\/div><div>[^<]+<\/div>\s*<\/div>/);
  });

  it('bring pages of their own', async () => {
    const visitor = await server.as('public');
    assert.match((await visitor.get('/plugin/traffic-light/about')).text, /<h\d[^>]*>Green, yellow, red/);
    assert.equal((await visitor.get('/page/traffic-light%2fabout')).status, 404);
  });

  it('answer to the roles that they name', async () => {
    assert.equal((await tryIt('public')).status, 302);
    assert.equal((await tryIt('admin')).status, 200);
  });

  it('are configured by their settings, and nothing else is taken', async () => {
    const form = await (await server.as('admin')).get(`/admin/plugins/${NAME}`);
    assert.match(form.text, /name="greeting"[^>]*value="Hello"/, 'what holds without a word stands in the form');
    await server.runtime.plugins.configure(server.system, NAME, { greeting: 'Ahoy <b>' });
    assert.match((await tryIt('user')).text, /Ahoy &lt;b&gt;, 90 is green/);
    await assert.rejects(server.runtime.plugins.configure(server.system, NAME, { nonsense: 1 }), {
      code: 'SETTINGS_INVALID',
    });
  });

  it('Z14: keep secrets out of the Catalog, its history and the admin', async () => {
    assert.match((await tryIt('user')).text, /no signal box/);
    await server.runtime.plugins.configure(server.system, NAME, { greeting: 'Hi', key: 'canary-key' });
    assert.match((await tryIt('user')).text, /Hi, [^]*signal box is connected/);
    await server.runtime.plugins.configure(server.system, NAME, { greeting: 'Hello', key: '' });
    assert.match((await tryIt('user')).text, /Hello, [^]*signal box is connected/);
    assert.doesNotMatch(JSON.stringify(server.data.catalog().plugins), /canary-key/);
    const { rows } = await server.data.db.query('select changes::text as text from plinth.revisions');
    assert.ok(rows.every((/** @type {any} */ row) => !row.text.includes('canary-key')));
    const admin = await server.as('admin');
    for (const path of ['/admin/plugins', `/admin/plugins/${NAME}`, '/admin/history']) {
      assert.doesNotMatch((await admin.get(path)).text, /canary-key/);
    }
  });

  it('are in the history with what changed, secrets only by that word, and not at all if nothing changed', async () => {
    const { configure } = server.runtime.plugins;
    const newest = async () => (await server.data.revisions.list({ limit: 1 })).revisions[0];
    await configure(server.system, NAME, { greeting: 'Moin', key: 'first-key' });
    await configure(server.system, NAME, { greeting: 'Moin', key: 'second-key' });
    assert.equal((await newest()).summary, `Change plugin "${NAME}" (secret)`);
    await configure(server.system, NAME, { greeting: 'Hello', key: 'first-key' });
    const { id, summary } = await newest();
    assert.equal(summary, `Change plugin "${NAME}" (config, secret)`);
    await configure(server.system, NAME, { greeting: 'Hello', key: '' });
    await configure(server.system, NAME, { greeting: 'Hello', key: 'first-key' });
    assert.equal((await newest()).id, id);
  });

  it('C2: change when another process switches them off and on', async () => {
    const other = await openRuntime({
      admin,
      config: server.runtime.config,
      connection: server.database.connection,
      log: createLog({ write: () => {} }),
    });
    try {
      await other.plugins.setEnabled(server.system, NAME, false);
      await until(async () => (await tryIt('user')).status === 404);
      await other.plugins.setEnabled(server.system, NAME, true);
      await until(async () => (await tryIt('user')).status === 200);
    } finally {
      await other.close();
    }
  });

  it('P4: can be removed; the one that holds the theme can not', async () => {
    await server.runtime.plugins.remove(server.system, NAME);
    assert.equal((await tryIt('user')).status, 404);
    await assert.rejects(server.runtime.plugins.setEnabled(server.system, 'theme-default', false), {
      code: 'PLUGIN_NEEDED',
    });
    await assert.rejects(server.runtime.plugins.remove(server.system, 'theme-default'), { code: 'PLUGIN_NEEDED' });
  });
});

describe('safe mode', () => {
  it('P2: shows what is switched on and lets it be switched off', async () => {
    const safe = await startTestServer({ safeMode: true });
    try {
      const status = () =>
        safe.runtime.plugins.list().find((/** @type {any} */ { name }) => name === 'starter-apps')?.status;
      assert.equal(status(), 'waiting');
      const admin = await safe.as('admin');
      const page = await admin.get('/admin/plugins');
      assert.match(page.text, /started in safe mode/);
      assert.match(page.text, /Enabled, not loaded[^]*value="false">Disable<span[^>]*>: starter-apps/);
      await admin.post('/admin/plugins/starter-apps/enabled', { enabled: 'false' });
      assert.equal(status(), 'off');
      assert.equal(
        safe.data.catalog().plugins.find((/** @type {any} */ { name }) => name === 'starter-apps')?.enabled,
        false,
      );
    } finally {
      await safe.close();
    }
  });
});
