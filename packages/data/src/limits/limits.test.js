import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { LIMITS } from './limits.js';

const PAGE = path.join(import.meta.dirname, '../../../../docs/reference/limits.md');

/** @param {string} name @param {number} value */
function asWritten(name, value) {
  if (!name.endsWith('Bytes') || name === 'rowBytes') return value.toLocaleString('en');
  return value >= 1024 ** 3 ? `${value / 1024 ** 3} GB` : `${value / 1024 ** 2} MB`;
}

describe('the list of limits', () => {
  it('is the one that the documentation has', () => {
    const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)];
    assert.deepEqual(
      rows.map(([, name, value]) => [name, value]),
      Object.entries(LIMITS).map(([name, value]) => [name, asWritten(name, value)]),
    );
  });
});
