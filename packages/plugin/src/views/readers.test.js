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

describe('who may read what a path leads to', () => {
  it('has a role of each step', () => {
    const lists = readersAt(catalog, /** @type {any} */ (null), 'boss.secret');
    assert.deepEqual(lists, [['clerk', 'user'], ['staff']]);
    assert.equal(isAmong(actor('user'), lists), false);
    assert.equal(isAmong(actor('staff'), lists), false);
    assert.equal(isAmong(actor('staff', 'user'), lists), true);
    assert.equal(isAmong(actor('admin'), lists), true);
  });

  it('is admins where a list names nobody, and everybody where there is none', () => {
    assert.equal(isAmong(actor('staff'), writersOf(secret)), false);
    assert.equal(isAmong(actor('public'), writersOf(boss)), true);
    assert.deepEqual(readersAt(catalog, /** @type {any} */ (null), 'gone'), []);
  });
});
