import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { definePlugin } from '@plinth/plugin';
import { createLog } from '../../http/log/log.js';
import { findPlugins, pluginsFolder } from './find-plugins.js';
import { packageName } from './fetch-package.js';
import { installPlugin } from './install-plugin.js';
import { loadPlugins } from './load-plugins.js';

const SAMPLE = fileURLToPath(new URL('../../../../../docs/plugins/traffic-light/', import.meta.url));
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

/**
 * A registry of one package, whose archive is another one's.
 *
 * @param {string} name @param {string} source folder @param {string} scratch
 */
async function startRegistry(name, source, scratch) {
  const packed = execFileSync('npm', ['pack', source, '--pack-destination', scratch, '--json', '--ignore-scripts']);
  const [{ filename }] = Object.values(JSON.parse(String(packed)));
  const tarball = await readFile(path.join(scratch, filename));
  const server = createServer((req, res) => {
    if (req.url?.endsWith('.tgz')) return res.end(tarball);
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const version = { name, version: '1.0.0', dist: { tarball: `${url}/${name}-1.0.0.tgz`, integrity } };
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  const before = process.env.npm_config_registry;
  process.env.npm_config_registry = url;
  return {
    async close() {
      if (before === undefined) delete process.env.npm_config_registry;
      else process.env.npm_config_registry = before;
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

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

  it('P2: leaves out plugins that throw, export nothing, or clash, each with its message, and loads the rest', async () => {
    const { registry, records } = await load([]);
    const errors = Object.fromEntries(records.map(({ name, error }) => [name, error?.message ?? null]));
    assert.equal(errors.good, null);
    assert.match(errors.throws ?? '', /no such thing/);
    assert.match(errors.nothing ?? '', /exports no plugin/);
    assert.match(errors['other-api'] ?? '', /needs plugin API \^9/);
    assert.equal(errors['twice-a'], null);
    assert.match(errors['twice-b'] ?? '', /both plugin "twice-a" and plugin "twice-b"/);
    assert.deepEqual(
      registry.plugins.map((plugin) => plugin.name),
      ['core-test', 'good', 'theme-plain', 'twice-a'],
    );
  });

  it('P2: leaves out one whose field type has a wrong trait, and names both', async () => {
    const wrong = "{ name: 'weight', label: 'Weight', icon: 'scale', group: 'number', traits: { sums: 'often' } }";
    await writePlugin(bundled, 'wrong-trait', sound('wrong-trait', `fieldTypes: [${wrong}]`));
    const { registry, records } = await load([]);
    await rm(path.join(bundled, 'wrong-trait'), { recursive: true });
    const { error } = records.find(({ name }) => name === 'wrong-trait') ?? {};
    assert.equal(error?.message, 'The field type "weight" of plugin "wrong-trait" has a wrong trait "sums"');
    assert.equal(error?.hint, 'It is true or false');
    assert.equal(registry.has('fieldType', 'weight'), false);
    assert.ok(
      registry.plugins.some(({ name }) => name === 'good'),
      'the others are loaded',
    );
  });

  it('P2: leaves out one with a key for a label that has no English, and names it; plain text is a label', async () => {
    const settings = (/** @type {string} */ label) => `settings: [{ name: 'a', type: 'text', label: '${label}' }]`;
    const texts = `texts: { en: { 'shelf.a': 'A' }, de: { 'shelf.b': 'B' } }`;
    const errorOf = async (/** @type {string} */ label) => {
      await writePlugin(bundled, `shelf-${label.length}`, sound('shelf', `${settings(label)}, ${texts}`));
      const { records } = await load([]);
      await rm(path.join(bundled, `shelf-${label.length}`), { recursive: true });
      return records.find(({ name }) => name === `shelf-${label.length}`)?.error ?? null;
    };
    for (const label of ['shelf.a', 'A shelf. Of books', 'node.js']) assert.equal(await errorOf(label), null, label);
    const error = await errorOf('shelf.bb');
    assert.equal(error?.message, 'Plugin "shelf" has no English for the label "shelf.bb" (settings.0.label)');
    assert.match(error?.hint ?? '', /locales\/en\.json/);
  });

  it('leaves out what was switched off', async () => {
    const { records } = await load([
      { name: 'good', enabled: false, version: null, integrity: null, contents: null, config: {} },
    ]);
    assert.equal(records.find((record) => record.name === 'good')?.plugin, null);
  });

  it('P2: in safe mode loads themes that come with Plinth and nothing else', async () => {
    const { registry } = await load([], true);
    assert.deepEqual(
      registry.plugins.map((plugin) => plugin.name),
      ['core-test', 'theme-plain'],
    );
  });

  it('P4: reports a plugin that is in the Catalog but not on disk', async () => {
    const { records } = await load([
      { name: 'gone', enabled: true, version: '2.0.0', integrity: 'x', contents: 'x', config: {} },
    ]);
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
    const { name, version, integrity, contents } = installed;
    const { records, registry } = await load([{ name, version, integrity, contents, enabled: true, config: {} }]);
    assert.equal(registry.isInstalled('fieldView', 'traffic_light'), true, 'its markup may name all of Bootstrap');
    assert.equal(registry.isInstalled('theme', 'same'), false);
    assert.equal(records.find((record) => record.name === name)?.error, null);
    assert.ok(registry.has('fieldView', 'traffic_light'));
  });

  it('accepts a folder relative to the working directory', async () => {
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

  it('P2: waits for none that never finishes loading, and leaves nothing behind', async () => {
    const source = await writePlugin(path.join(dataDir, 'sources'), 'endless', 'await new Promise(() => {});');
    await assert.rejects(installPlugin({ dataDir, source, taken: [], patience: 300 }), {
      code: 'PLUGIN_SLOW',
      message: 'The plugin "endless" did not load within 0.3 s',
    });
    assert.ok(!(await readdir(pluginsFolder(dataDir))).some((entry) => entry.startsWith('endless@')));
  });

  it('refuses one that defines what another plugin defines, and leaves nothing behind', async () => {
    const page = { name: 'double', label: 'Double', kind: 'element' };
    const other = /** @type {any} */ ({ name: 'first', version: '1.0.0', api: '^1', elements: [page] });
    const text = `export const plugin = { name: 'second', version: '1.0.0', api: '^1', elements: [${JSON.stringify(page)}] };`;
    const source = await writePlugin(path.join(dataDir, 'sources'), 'second', text);
    await assert.rejects(installPlugin({ dataDir, source, taken: [], inUse: () => [other] }), {
      code: 'DEFINITION_DUPLICATE',
    });
    assert.ok(!(await readdir(pluginsFolder(dataDir))).some((entry) => entry.startsWith('second@')));
  });

  for (const [title, change] of /** @type {[string, (folder: string) => Promise<unknown>][]} */ ([
    ['one is changed', (folder) => writeFile(path.join(folder, 'index.js'), `${sound('kept')} // by somebody`)],
    ['one is added', (folder) => writeFile(path.join(folder, 'more.js'), '')],
    ['one is taken away', (folder) => rm(path.join(folder, 'note.txt'))],
    [
      'one becomes a link',
      async (folder) => {
        await rm(path.join(folder, 'note.txt'));
        await symlink('/etc/hostname', path.join(folder, 'note.txt'));
      },
    ],
  ])) {
    it(`P3: does not load files that are not those that were installed: ${title}`, async () => {
      const source = await writePlugin(path.join(dataDir, 'sources'), 'kept', sound('kept'));
      await writeFile(path.join(source, 'note.txt'), 'a note');
      const { name, version, integrity, contents } = await installPlugin({ dataDir, source, taken: [] });
      const states = [{ name, version, integrity, contents, enabled: true, config: {} }];
      const recordOf = async () => (await load(states)).records.find((record) => record.name === name);
      assert.equal((await recordOf())?.error, null);
      await change(path.join(pluginsFolder(dataDir), `${name}@${version}`));
      const changed = await recordOf();
      assert.equal(changed?.plugin, null);
      assert.equal(changed?.error?.message, 'The files of "kept" have changed since it was installed');
      assert.match(changed?.error?.hint ?? '', /^Install kept@1\.0\.0 again/);
      await installPlugin({ dataDir, source, taken: [] });
      assert.equal((await recordOf())?.error, null);
    });
  }

  it('loads a linked plugin, however its author changes it', async () => {
    const source = await writePlugin(path.join(dataDir, 'sources'), 'in-work', sound('in-work'));
    await mkdir(pluginsFolder(dataDir), { recursive: true });
    await symlink(source, path.join(pluginsFolder(dataDir), 'in-work@1.0.0'), 'dir');
    const states = [{ name: 'in-work', version: '1.0.0', integrity: 'x', contents: 'x', enabled: true, config: {} }];
    assert.equal((await load(states)).records.find(({ name }) => name === 'in-work')?.error, null);
  });

  it('P3: refuses what calls itself by another name than the one that was asked for', async () => {
    assert.deepEqual(['x', 'x@1.0.0', '@firm/x', '@firm/x@latest', './x', '../a/x.tgz', '/x'].map(packageName), [
      'x',
      'x',
      '@firm/x',
      '@firm/x',
      null,
      null,
      null,
    ]);
    const source = await writePlugin(path.join(dataDir, 'sources'), 'other-name', sound('other-name'));
    const registry = await startRegistry('asked-for', source, dataDir);
    try {
      await assert.rejects(installPlugin({ dataDir, source: 'asked-for@1.0.0', taken: [] }), {
        code: 'PLUGIN_REFUSED',
        message: 'The plugin "asked-for" was not installed: the package that was downloaded is named "other-name"',
      });
    } finally {
      await registry.close();
    }
    assert.ok(!(await readdir(pluginsFolder(dataDir))).some((entry) => entry.startsWith('other-name')));
  });

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
