import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { LIMITS } from './limits.js';

const ROOT = path.join(import.meta.dirname, '../../../../..');
const PAGE = path.join(ROOT, 'docs/reference/limits.md');
/** A test as `atEdge` makes it, at the beginning of a line: no comment, and no word in a text. */
const EDGE = /^ *atEdge\(\s*'(\w+)'/gm;

/** @param {string} name @param {number} value */
function asWritten(name, value) {
  if (!name.endsWith('Bytes') || name === 'rowBytes') return value.toLocaleString('en');
  return value >= 1024 ** 3 ? `${value / 1024 ** 3} GB` : `${value / 1024 ** 2} MB`;
}

/** By a limit: the files with a test of its edge. */
function testedLimits() {
  /** @type {Record<string, string[]>} */
  const tested = {};
  for (const file of globSync('packages/*/{src,test}/**/*.test.js', { cwd: ROOT }))
    for (const [, name] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(EDGE)) (tested[name] ??= []).push(file);
  return tested;
}

describe('the list of limits', () => {
  it('is the one that the documentation has, with what to do beyond each', () => {
    const rows = [
      ...readFileSync(PAGE, 'utf8').matchAll(/^\| `(\w+)` \| ([^|]+) \| (?:[^|]*\w[^|]*) \| (?:[^|]*\w[^|]*) \|$/gm),
    ];
    assert.deepEqual(
      rows.map(([, name, value]) => [name, value]),
      Object.entries(LIMITS).map(([name, value]) => [name, asWritten(name, value)]),
    );
  });

  it('has a test of the edge of each, and no test is of a limit that is not in it', () => {
    assert.deepEqual(Object.keys(testedLimits()).sort(), Object.keys(LIMITS).sort());
  });
});
