import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAmong, readersAt, writersOf } from './readers.js';

const secret = /** @type {any} */ ({ name: 'secret', access: { read: ['staff'], write: [] } });
const boss = /** @type {any} */ ({ name: 'boss', access: { read: ['clerk', 'user'], write: null } });
const catalog = /** @type {any} */ ({
  path: (/** @type {any} */ _, /** @type {string} */ path) =>
    path === 'boss.secret' ? { steps: [boss, secret], field: secret } : null,
});
const actor = (/** @type {string[]} */ ...roles) => ({ roles, system: false });

describe('who may read a path', () => {
  it('has a role of each step', () => {
    const lists = readersAt(catalog, /** @type {any} */ (null), 'boss.secret');
    assert.deepEqual(lists, [['clerk', 'user'], ['staff']]);
    assert.equal(isAmong(actor('user'), lists), false);
    assert.equal(isAmong(actor('staff'), lists), false);
    assert.equal(isAmong(actor('staff', 'user'), lists), true);
    assert.equal(isAmong(actor('admin'), lists), true);
  });

  it('are admins for an empty list, and everybody without one', () => {
    assert.equal(isAmong(actor('staff'), writersOf(secret)), false);
    assert.equal(isAmong(actor('public'), writersOf(boss)), true);
    assert.deepEqual(readersAt(catalog, /** @type {any} */ (null), 'gone'), []);
  });
});
