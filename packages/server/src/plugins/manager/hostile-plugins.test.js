import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { AppError } from '@plinth/plugin';
import { createLog } from '../../http/log/log.js';
import { findPlugins, installedFolder, pluginsFolder } from './find-plugins.js';
import { installPlugin } from './install-plugin.js';
import { loadPlugins } from './load-plugins.js';
import { tar } from './testing/tar.js';

const LOOP = 'for (;;);';
const sound = (/** @type {string} */ name) => `export const plugin = { name: '${name}', version: '1.0.0', api: '^1' };`;

/** @type {string} */
let dataDir;
before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-hostile-'));
});
after(() => rm(dataDir, { recursive: true, force: true }));

/**
 * @param {string} manifest as it stands in package.json
 * @param {string} source
 * @param {{ name: string, text?: string }[]} [more]
 */
async function tarball(manifest, source, more = []) {
  const file = path.join(dataDir, 'plugin.tgz');
  const entries = [
    { name: 'package/package.json', text: manifest },
    { name: 'package/index.js', text: source },
    ...more,
  ];
  await writeFile(file, gzipSync(tar(entries)));
  return file;
}
const manifestOf = (/** @type {object} */ more) =>
  JSON.stringify({ name: 'hostile', version: '1.0.0', type: 'module', exports: './index.js', ...more });

const nothingLeft = async () => {
  const left = await readdir(pluginsFolder(dataDir)).catch(() => []);
  assert.deepEqual(
    left.filter((name) => name !== 'node_modules'),
    [],
  );
};

describe('a plugin', () => {
  const strange = { toString: 1, valueOf: 1 };
  for (const manifest of [
    ...['null', '[]', '7', '"text"', 'true', '{', ''],
    ...[{ name: null }, { name: strange }, { name: ['x'] }, { name: 'x'.repeat(300) }].map(manifestOf),
    ...[{ version: strange }, { version: `1.0.0-${'x'.repeat(300)}` }, { version: null }].map(manifestOf),
    ...[{ dependencies: 'x' }, { dependencies: { x: 1 } }].map(manifestOf),
    ...[{ exports: { '.': { import: 'none.js' } } }, { exports: '../x.js' }, { exports: './\0' }].map(manifestOf),
  ]) {
    it(`P3: whose package.json is ${manifest.slice(0, 90)} is refused with a reason, and leaves nothing behind`, async () => {
      const source = await tarball(manifest, `throw new Error('boo');`);
      const error = await installPlugin({ dataDir, source, taken: [] }).catch((thrown) => thrown);
      assert.ok(error instanceof AppError, error.stack);
      assert.equal(error.status, 422);
      await nothingLeft();
    });
  }

  for (const [title, more] of /** @type {[string, object][]} */ ([
    ['null instead of dependencies', { name: 'fine-a', dependencies: null }],
    ['strange exports', { name: 'fine-b', exports: null, main: { import: strange } }],
    ['a path that is no text', { name: 'fine-c', exports: { '.': { import: strange, default: 7 } } }],
  ])) {
    it(`with ${title} is installed`, async () => {
      const source = await tarball(manifestOf(more), sound('fine'));
      const { name } = await installPlugin({ dataDir, source, taken: [] });
      await rm(installedFolder(dataDir, name, '1.0.0'), { recursive: true });
    });
  }

  it('P3: with a file and a folder of one name is refused, and leaves nothing behind', async () => {
    const source = await tarball(manifestOf({}), sound('hostile'), [{ name: 'package/index.js/x', text: '' }]);
    await assert.rejects(installPlugin({ dataDir, source, taken: [] }), { code: 'ARCHIVE_REFUSED' });
    await nothingLeft();
  });

  for (const [title, source, code] of [
    ['loops for ever', LOOP, 'PLUGIN_SLOW'],
    ['ends its process', 'process.exit(0);', 'PLUGIN_ENDS_PROCESS'],
    ['throws what is no error', 'throw null;', 'PLUGIN_REFUSED'],
  ]) {
    it(`P2: that ${title} when it is loaded is not installed, and leaves nothing behind`, async () => {
      const archive = await tarball(manifestOf({}), source);
      await assert.rejects(installPlugin({ dataDir, source: archive, taken: [], patience: 1000 }), { code });
      await nothingLeft();
    });
  }

  it('P2: that loops or ends its process at a start is left out with its message; the others are loaded', async () => {
    const sources = { loop: LOOP, exit: 'process.exit(0);', good: sound('good') };
    for (const [name, source] of Object.entries(sources)) {
      const folder = installedFolder(dataDir, name, '1.0.0');
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'package.json'), manifestOf({ name }));
      await writeFile(path.join(folder, 'index.js'), source);
    }
    const state = { enabled: true, version: '1.0.0', integrity: null, contents: null, config: {} };
    const states = Object.keys(sources).map((name) => ({ ...state, name }));
    const found = findPlugins({ dataDir, states, bundled: path.join(dataDir, 'none') });
    const log = createLog({ write: () => {} });
    const { records, registry } = await loadPlugins({ core: [], found, states, safeMode: false, log, patience: 1000 });
    const errors = Object.fromEntries(records.map(({ name, error }) => [name, error?.message]));
    assert.deepEqual(errors, {
      loop: 'The plugin "loop" did not load within 1 s',
      exit: 'The plugin "exit" ends the process that loads it',
      good: undefined,
    });
    assert.deepEqual(
      registry.plugins.map(({ name }) => name),
      ['good'],
    );
  });
});
