import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { avatar, initials, person } from '../index.js';

describe('avatar', () => {
  it('shows the initials in a colour that stays the same', () => {
    const first = avatar({ id: 'a1', name: 'Ada Lovelace' }).text;
    assert.match(first, /class="avatar avatar-sm pl-c-\w+" aria-hidden="true">AL</);
    assert.equal(avatar({ id: 'a1', name: 'Ada Lovelace' }).text, first);
  });

  it('stands before a name, as initials that are no part of the text', () => {
    const face = /^<span class="pl-person pl-c-(\w+)" data-pl-face="AL">Ada Lovelace<\/span>$/;
    const [, colour] = face.exec(person({ id: 'a1', name: 'Ada Lovelace' }).text) ?? [];
    assert.match(avatar({ id: 'a1', name: 'Ada Lovelace' }).text, new RegExp(`pl-c-${colour}"`));
    const seen = person({ id: 'a1', name: 'Ada Lovelace', picture: 'p7' }).text;
    assert.match(
      seen,
      /^<span class="pl-person text-nowrap"><img [^>]*src="\/pictures\/p7"[^>]*> Ada Lovelace<\/span>$/,
    );
    assert.doesNotMatch(person({ id: 'x', name: '"> <b' }).text, /face=""?>|<b/);
  });

  it('keeps hostile names as text', () => {
    assert.doesNotMatch(person({ id: 'x', name: '<img src=x> "y' }).text, /<img/);
  });

  for (const [name, letters] of [
    ['Ada', 'A'],
    ['  ada  king lovelace ', 'AL'],
    ['', ''],
    ['😀 smile', '😀S'],
  ])
    it(`abbreviates "${name}" to "${letters}"`, () => assert.equal(initials(name), letters));
});
