import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readEndpoints } from '../src/api/endpoints.js';

const page = readFileSync(new URL('../../../docs/reference/api.md', import.meta.url), 'utf8');
/** Rows of the tables of requests: their method and path, without the query. */
const documented = [...page.matchAll(/^\| `([A-Z]+) \/([^`?]*)(?:\?[^`]*)?` \|/gm)].map(([, ...name]) =>
  name.join(' '),
);
const known = (await readEndpoints()).map(({ method, path }) => `${method} ${path}`);

describe('docs/reference/api.md', () => {
  it('has a row for each endpoint', () => {
    assert.deepEqual(
      known.filter((name) => !documented.includes(name)),
      [],
    );
  });

  it('has no row for an endpoint that is not there', () => {
    assert.deepEqual(
      documented.filter((name) => !known.includes(name)),
      [],
    );
  });
});
