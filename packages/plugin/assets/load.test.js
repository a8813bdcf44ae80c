import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from './load.js';

const ADDRESS = new URL('https://example.com/cells.js?v=1');

describe('a module that is loaded when it is needed', () => {
  it('is asked for under another address if the first try failed, and not again if it works', async () => {
    /** @type {string[]} */
    const asked = [];
    const get = async (/** @type {string} */ href) => {
      asked.push(href);
      if (asked.length === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return { done: true };
    };
    assert.deepEqual(await load(ADDRESS, get), { done: true });
    assert.match(asked.join(' '), /^https:\/\/example\.com\/cells\.js\?v=1 \S+\?v=1&again=\d+$/);
    await load(ADDRESS, get);
    assert.equal(asked.length, 3);
  });

  it('is refused where the module itself fails', async () => {
    const get = async () => {
      throw new SyntaxError('Unexpected token');
    };
    await assert.rejects(load(ADDRESS, get), SyntaxError);
  });
});
