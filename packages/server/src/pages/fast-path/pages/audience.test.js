import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { audienceOf } from './audience.js';

/** @param {string[]} asked */
const member = (asked) =>
  /** @type {any} */ ({ userId: 'u1', roles: ['user', 'public'], groups: asked, asked, system: false });

describe('the audience of a page', () => {
  it('C1: a group and a language are not another group', () => {
    const [one, two] = [audienceOf(member(['team']), 'de'), audienceOf(member(['teamde']), null)];
    assert.notEqual(one.roles, two.roles);
    assert.notEqual(one.user, two.user);
  });

  it('C1: nobody who is not signed in is one of those who are', () => {
    const [one, two] = ['u1', null].map((userId) => audienceOf({ ...member([]), userId }, 'de'));
    assert.notEqual(one.roles, two.roles);
    assert.notEqual(one.zone, two.zone);
  });

  it('C1: two groups are not one whose name looks like both', () => {
    const [one, two] = [audienceOf(member(['a', 'b']), 'de'), audienceOf(member(['a b']), 'de')];
    assert.notEqual(one.roles, two.roles);
    assert.notEqual(one.user, two.user);
  });
});
