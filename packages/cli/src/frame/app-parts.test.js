import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chosenParts, describeParts, partOptions } from './app-parts.js';

describe('the flags of what an app takes of a site', () => {
  it('are two for each part, and say nothing unless they are given', () => {
    assert.deepEqual(Object.keys(partOptions).slice(0, 4), ['site-name', 'no-site-name', 'look', 'no-look']);
    assert.deepEqual(chosenParts({ home: true, 'no-people': true, prefix: 'x_' }), { home: true, people: false });
    assert.deepEqual(chosenParts({}), {});
  });

  it('can’t both be given', () => {
    assert.throws(
      () => chosenParts({ 'site-name': true, 'no-site-name': true }),
      /either --site-name or --no-site-name/,
    );
  });

  it('are told with what was added, and what was not', () => {
    assert.deepEqual(describeParts({ people: ['Ada', 'Ben'] }, ['name', 'home']), [
      'Added sample people: Ada, Ben',
      'Not added: site name (--site-name), home pages (--home)',
    ]);
  });
});
