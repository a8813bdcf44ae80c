import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { direction, texts } from './index.js';

describe('texts', () => {
  it('knows which languages run from right to left', () => {
    assert.equal(direction('ar'), 'rtl');
    assert.equal(direction('he-IL'), 'rtl');
    assert.equal(direction('de'), 'ltr');
  });

  it('has Arabic for the frame of the page', () => {
    assert.ok(texts.ar['shell.openMenu']);
  });
});
