import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareTexts } from './compare-texts.js';

describe('texts', () => {
  it('are sorted as the language sorts them, like rows in the database', () => {
    const names = ['Öberg', 'Olle', 'Ärla', 'Zorn', 'Åsa', 'Asbjörn'];
    assert.deepEqual(names.toSorted(compareTexts('sv')), ['Asbjörn', 'Olle', 'Zorn', 'Åsa', 'Ärla', 'Öberg']);
    assert.deepEqual(names.toSorted(compareTexts('de')), ['Ärla', 'Åsa', 'Asbjörn', 'Öberg', 'Olle', 'Zorn']);
  });
});
