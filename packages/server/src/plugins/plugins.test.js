import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { definePlugin } from '@plinth/plugin';
import { createLog } from '../log/log.js';
import { findPlugins, pluginsFolder } from './find-plugins.js';
import { installPlugin } from './install-plugin.js';
import { loadPlugins } from './load-plugins.js';

const SAMPLE = fileURLToPath(new URL('../../../../docs/plugins/traffic-light/', import.meta.url));
const core = definePlugin({ name: 'core-test', version: '1.0.0', api: '^1', actions: [] });

/** @type {string} */
let dataDir;
/** @type {string} */
let bundled;
/** @type {string[]} */
const lines = [];
const log = createLog({ write: (line) => lines.push(line) });
before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-plugins-'));
  bundled = path.join(dataDir, 'bundled');
  await mkdir(bundled);
});
after(() => rm(dataDir, { recursive: true, force: true }));

/** @param {string} folder @param {string} name @param {string} source @param {object} [more] */
async function writePlugin(folder, name, source, more = {}) {
  const where = path.join(folder, name);
  await mkdir(where, { recursive: true });
  await writeFile(
    path.join(where, 'package.json'),
    JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './index.js', ...more }),
  );
  await writeFile(path.join(where, 'index.js'), source);
  return where;
}
/** @param {string} name @param {string} [more] */
const sound = (name, more = '') => `export const plugin = { name: '${name}', version: '1.0.0', api: '^1', ${more} };`;
/** @param {any[]} states @param {boolean} [safeMode] */
const load = (states, safeMode = false) =>
  loadPlugins({ core: [core], found: findPlugins({ dataDir, states, bundled }), states, safeMode, log });

describe('loading plugins', () => {
  before(async () => {
    await writePlugin(bundled, 'good', sound('good'));
    await writePlugin(bundled, 'throws', `throw new Error('no such thing');`);
    await writePlugin(bundled, 'nothing', `export const x = 1;`);
    await writePlugin(bundled, 'other-api', sound('other-api').replace('^1', '^9'));
    await writePlugin(bundled, 'twice-a', sound('twice-a', `themes: [{ name: 'same' }]`));
    await writePlugin(bundled, 'twice-b', sound('twice-b', `themes: [{ name: 'same' }]`));
    await writePlugin(bundled, 'theme-plain', sound('theme-plain'));
  });

  it('P2: leaves out what throws, says nothing, or clashes, each with its message, and loads the rest', async () => {
    const { registry, records } = await load([]);
    const errors = Object.fromEntries(records.map(({ name, error }) => [name, error?.message ?? null]));
    assert.equal(errors.good, null);
    assert.match(errors.throws ?? '', /no such thing/);
    assert.match(errors.nothing ?? '', /exports no plugin/);
    assert.match(errors['other-api'] ?? '', /wants plugin API \^9/);
    assert.equal(errors['twice-a'], null);
    assert.match(errors['twice-b'] ?? '', /"twice-a" and by plugin "twice-b"/);
    assert.deepEqual(
      registry.plugins.map((plugin) => plugin.name),
      ['core-test', 'good', 'theme-plain', 'twice-a'],
    );
  });

  it('leaves out what was switched off', async () => {
    const { records } = await load([{ name: 'good', enabled: false, version: null, integrity: null, config: {} }]);
    assert.equal(records.find((record) => record.name === 'good')?.plugin, null);
  });

  it('P2: in safe mode loads themes that come with Plinth and nothing else', async () => {
    const { registry } = await load([], true);
    assert.deepEqual(
      registry.plugins.map((plugin) => plugin.name),
      ['core-test', 'theme-plain'],
    );
  });

  it('P4: tells of a plugin that is in the Catalog and not on the disk', async () => {
    const { records } = await load([{ name: 'gone', enabled: true, version: '2.0.0', integrity: 'x', config: {} }]);
    const gone = records.find((record) => record.name === 'gone');
    assert.ok(gone?.error);
  });
});

describe('installing plugins', () => {
  it('takes a folder, pins version and integrity, and the plugin gets our plugin package', async () => {
    const installed = await installPlugin({ dataDir, source: SAMPLE, taken: [] });
    assert.equal(installed.name, 'plinth-traffic-light');
    assert.equal(installed.version, '1.0.0');
    assert.match(installed.integrity, /^sha512-/);
    const { name, version, integrity } = installed;
    const { records, registry } = await load([{ name, version, integrity, enabled: true, config: {} }]);
    assert.equal(records.find((record) => record.name === name)?.error, null);
    assert.ok(registry.has('fieldView', 'traffic_light'));
  });

  it('takes a folder named from where one stands', async () => {
    const source = path.relative(process.cwd(), SAMPLE).replace(/^\.\//, '');
    assert.match(source, /^[a-z.]+\//);
    assert.equal((await installPlugin({ dataDir, source, taken: [] })).name, 'plinth-traffic-light');
  });

  it('takes a tarball', async () => {
    execFileSync('npm', ['pack', SAMPLE, '--pack-destination', dataDir, '--ignore-scripts'], { stdio: 'ignore' });
    const source = path.join(dataDir, 'plinth-traffic-light-1.0.0.tgz');
    assert.equal((await installPlugin({ dataDir, source, taken: [] })).name, 'plinth-traffic-light');
  });

  it('takes one with a scope, under a name that fits into an address', async () => {
    const source = await writePlugin(path.join(dataDir, 'sources'), 'scoped', sound('scoped'), {
      name: '@firm/scoped',
    });
    assert.equal((await installPlugin({ dataDir, source, taken: [] })).name, 'firm.scoped');
  });

  it('P3: runs no script of the package', async () => {
    const mark = path.join(dataDir, 'script-ran');
    const touch = `node -e "require('fs').writeFileSync('${mark}', '')"`;
    const scripts = { prepack: touch, prepare: touch, install: touch, postinstall: touch };
    const source = await writePlugin(dataDir, 'with-scripts', sound('with-scripts'), { scripts });
    await installPlugin({ dataDir, source, taken: [] });
    assert.equal(existsSync(mark), false);
  });

  for (const [title, name, source, more] of /** @type {[string, string, string, object][]} */ ([
    ['that throws when it is loaded', 'bad-load', `throw new Error('boo');`, {}],
    ['that needs other packages', 'needy', sound('needy'), { dependencies: { leftpad: '^1.0.0' } }],
    ['named as one that comes with Plinth', 'good', sound('good'), {}],
    ['for another API', 'future', sound('future').replace('^1', '^9'), {}],
  ])) {
    it(`P3: refuses one ${title}, and leaves nothing behind`, async () => {
      const folder = await writePlugin(path.join(dataDir, 'sources'), name, source, more);
      await assert.rejects(installPlugin({ dataDir, source: folder, taken: ['good'] }), { status: 422 });
      const left = await readdir(pluginsFolder(dataDir));
      assert.ok(!left.some((entry) => entry.startsWith(`${name}@`) || entry.endsWith('.part')), left.join());
    });
  }

  it('P3: hands npm no option in the place of a name', async () => {
    for (const source of ['--no-ignore-scripts', '-g', '--version', '@-x/y', '~x', '-c@1']) {
      await assert.rejects(installPlugin({ dataDir, source, taken: [] }), { code: 'PLUGIN_SOURCE_INVALID' }, source);
    }
  });

  it('names what is no source at all', async () => {
    for (const source of ['', '../nowhere', 'a b', '--registry=http://evil.test', 'x@http://evil.test']) {
      await assert.rejects(installPlugin({ dataDir, source, taken: [] }), { code: 'PLUGIN_SOURCE_INVALID' });
    }
  });
});
