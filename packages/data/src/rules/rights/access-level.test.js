import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accessLevel, leftBehind, predicate, rightsKey } from './index.js';

/** @import { Actor, Table } from '@plinth/plugin' */

const author = { name: 'author', target: 'users' };
/** @param {any} access @param {any} [more] */
const table = (access, more = {}) =>
  /** @type {Table} */ (
    /** @type {any} */ ({
      name: 't',
      owner: 'author',
      system: false,
      access,
      field: (/** @type {string} */ name) => (name === 'author' ? author : { name, target: null }),
      hasField: (/** @type {string} */ name) => ['author', 'title'].includes(name),
      ...more,
    })
  );
/** @param {string[]} roles @param {string | null} [userId] @returns {Actor} */
const actor = (roles, userId = 'u') => ({ userId, roles, system: false });

describe('access levels', () => {
  const own = { user: { read: 'own' }, staff: { read: 'all' } };
  const cases = /** @type {[string, Actor, Table, string][]} */ ([
    ['Z1: nothing is granted to begin with', actor(['staff', 'user', 'public']), table({}), 'none'],
    ['admins may do everything', actor(['admin']), table({}), 'all'],
    ['code that says system may do everything', { ...actor([]), system: true }, table({}), 'all'],
    ['the most generous of several roles wins', actor(['user', 'staff']), table(own), 'all'],
    ['own rows for users', actor(['user', 'public']), table(own), 'own'],
    ['Z11: no roles, no rights', actor([]), table(own), 'none'],
    ['Z11: own is nothing without a user', actor(['user'], null), table(own), 'none'],
    ['Z11: own is nothing without an owner field', actor(['user']), table(own, { owner: null }), 'none'],
    ['Z11: own is nothing when the owner field is gone', actor(['user']), table(own, { owner: 'gone' }), 'none'],
    [
      'Z11: own is nothing when the owner field is no user field',
      actor(['user']),
      table(own, { owner: 'title' }),
      'none',
    ],
    ['Z11: an unknown level is nothing', actor(['user']), table({ user: { read: 'everything' } }), 'none'],
    ['Z11: a role named like a prototype key is nothing', actor(['__proto__', 'constructor']), table(own), 'none'],
  ]);
  for (const [name, who, what, expected] of cases) {
    it(name, () => assert.equal(accessLevel(who, what, 'read'), expected));
  }
});

describe('predicates', () => {
  it('bind the user, so that all of one kind share a statement', () => {
    const what = table({ user: { read: 'own', update: 'own' } });
    const rows = predicate(actor(['user']), what, 'read', 'x');
    assert.ok(typeof rows === 'object');
    assert.deepEqual([rows.texts, rows.values.length], [['"x"."author" = ', '::uuid'], 1]);
    assert.deepEqual(leftBehind(actor(['user']), what, 'update', 'x'), rows);
    assert.equal(leftBehind(actor(['admin']), what, 'create', 'x'), 'all');
  });

  it('Z1: give nothing of a system table for writing', () => {
    const users = table({}, { name: 'users', system: true });
    for (const operation of /** @type {const} */ (['create', 'update', 'delete'])) {
      assert.equal(predicate(actor(['staff']), users, operation, 'x'), 'none');
    }
    assert.equal(predicate(actor(['public'], null), users, 'read', 'x', 'choice'), 'none');
    assert.equal(predicate(actor(['public'], null), users, 'read', 'x', 'pointed'), 'all');
  });
});

describe('rights keys', () => {
  it('are equal for equal rights and never otherwise', () => {
    assert.equal(rightsKey(actor(['user', 'public'], 'a')), rightsKey(actor(['public', 'user'], 'b')));
    assert.notEqual(rightsKey(actor(['user'], 'a')), rightsKey(actor(['user'], null)));
    assert.notEqual(rightsKey(actor(['user'])), rightsKey(actor(['staff'])));
    assert.equal(rightsKey(actor(['admin'])), rightsKey({ ...actor([]), system: true }));
  });
});
