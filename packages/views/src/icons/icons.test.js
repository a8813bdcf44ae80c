import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { icon, iconNames } from './icons.js';

describe('icons', () => {
  it('draws a shipped icon hidden from screen readers', () => {
    assert.match(icon('home').text, /^<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path/);
  });

  it('draws a neutral dot for a name that is not shipped', () => {
    assert.equal(icon('no-such-icon'), icon('point'));
  });

  it('marks arrows that turn round in right-to-left text', () => {
    assert.match(icon('arrow-right').text, /icon-directed/);
    assert.doesNotMatch(icon('arrow-up').text, /icon-directed/);
  });

  it('offers enough names to choose from', () => {
    assert.ok(iconNames().length > 350);
  });

  it('holds no inline style, script or handler', () => {
    for (const name of iconNames()) assert.doesNotMatch(icon(name).text, /style=|<script|\son\w+=/, name);
  });
});
