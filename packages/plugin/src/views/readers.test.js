import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAmong, readersAt, writersOf } from './readers.js';

const secret = /** @type {any} */ ({ name: 'secret', access: { read: ['staff'], write: [] } });
const boss = /** @type {any} */ ({ name: 'boss', access: { read: ['clerk', 'user'], write: null } });
const catalog = /** @type {any} */ ({
  path: (/** @type {any} */ _, /** @type {string} */ path) =>
    path === 'boss.secret' ? { steps: [boss, secret], field: secret, table: { system: false } } : null,
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

  it('has the roles of all fields that a formula uses, of other tables too', () => {
    const people = /** @type {any} */ ({
      system: true,
      hasField: () => true,
      field: (/** @type {string} */ name) => ({ name }),
    });
    const wage = /** @type {any} */ ({ name: 'wage', access: { read: ['payroll'] } });
    const table = {
      system: false,
      hasField: () => true,
      field: () => wage,
      usedBy: () => [
        { table, name: 'wage' },
        { table: people, name: 'email' },
      ],
    };
    const bonus = /** @type {any} */ ({ name: 'bonus', formula: 'row.wage', access: { read: ['staff'] } });
    const found = /** @type {any} */ ({ path: () => ({ steps: [bonus], field: bonus, table }) });
    assert.deepEqual(readersAt(found, /** @type {any} */ (table), 'bonus'), [['staff'], ['payroll'], ['admin']]);
  });

  it('are admins for an empty list, and everybody without one', () => {
    assert.equal(isAmong(actor('staff'), writersOf(secret)), false);
    assert.equal(isAmong(actor('public'), writersOf(boss)), true);
    assert.deepEqual(readersAt(catalog, /** @type {any} */ (null), 'gone'), []);
  });
});
