import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readEndpoints } from '../src/api/rest/endpoints.js';

const page = readFileSync(new URL('../../../docs/reference/api.md', import.meta.url), 'utf8');
/** Rows of the tables of requests: method, path without the query, and right. */
const ROW = /^\| `([A-Z]+) \/([^`?]*)(?:\?[^`]*)?` \| ([a-z ]+) \|/gm;
const documented = [...page.matchAll(ROW)].map(([, method, path, right]) => `${method} ${path}: ${right}`);
const known = (await readEndpoints()).map(({ method, path, right }) => `${method} ${path}: ${right}`);

describe('docs/reference/api.md', () => {
  it('has a row for each endpoint, with the right that it asks for', () => {
    const missing = known.filter((name) => !documented.includes(name));
    assert.deepEqual(missing, []);
  });

  it('has no row for a missing endpoint', () => {
    const strange = documented.filter((name) => !known.includes(name));
    assert.deepEqual(strange, []);
  });
});
