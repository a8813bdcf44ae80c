import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellText, createFormats } from '@plinth/plugin';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { multiSelectType } from './multi-select.js';
import { selectType } from './select.js';

const formats = createFormats({ locale: 'en', timeZone: 'UTC', t: (key) => key });
/** @param {(string | { value: string, label: string })[]} options @returns {any} */
const fieldOf = (options) => ({
  name: 'places',
  label: 'Places',
  attributes: { options: options.map((one) => (typeof one === 'string' ? { value: one, label: one } : one)) },
});
/** What a cell shows when it is edited or copied, and what is read of that. @param {any} type @param {any} kind @param {any} field @param {any} value */
function copied(type, kind, field, value) {
  const text = cellText(type, field, kind, value, { formats });
  return { text, value: type.parse(text, field) };
}

describe('the text of a cell with choices', () => {
  const field = fieldOf(['Hamburg, Germany', 'Berlin', 'Ghent; Belgium', 'Paris']);

  it('1.4: is read back with labels that have commas and semicolons', () => {
    for (const value of [
      ['Hamburg, Germany'],
      ['Hamburg, Germany', 'Berlin'],
      ['Berlin', 'Hamburg, Germany', 'Paris'],
      ['Ghent; Belgium', 'Paris'],
      ['Hamburg, Germany', 'Ghent; Belgium'],
    ]) {
      const read = copied(multiSelectType, 'choices', field, value);
      assert.deepEqual(read, { text: value.join(', '), value });
    }
  });

  it('is read as people type it, and names what is no choice', () => {
    const read = (/** @type {string} */ text) => multiSelectType.parse(text, field);
    assert.deepEqual(read('hamburg,  germany'), ['hamburg', 'germany'], 'another name');
    assert.deepEqual(read('hamburg, germany,berlin'), ['Hamburg, Germany', 'Berlin']);
    assert.deepEqual(read('Paris; Hamburg, Germany'), ['Paris', 'Hamburg, Germany']);
    assert.deepEqual(read('Hamburg, Germany, Oslo'), ['Hamburg, Germany', 'Oslo']);
    assert.deepEqual(read(', Berlin,'), ['Berlin']);
  });

  it('1.4: is read back whatever the choices are called', () => {
    const name = fc.oneof(
      fc.constantFrom('a', 'b', 'a, b', 'a; b', 'A', '["a"]', '[', 'a,', ';', '"a"', 'b, a', '1, 2, 3', '1', '2, 3'),
      fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text.trim() === text && !/\p{C}/u.test(text)),
    );
    const option = fc.record({ value: name, label: name });
    const options = fc.uniqueArray(option, { selector: ({ value }) => value, minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(options, fc.nat(), (all, picks) => {
        const chosen = all.filter((_, at) => (picks >> at) % 2 === 1).map(({ value }) => value);
        const one = fieldOf(all);
        if (chosen.length > 0) assert.deepEqual(copied(multiSelectType, 'choices', one, chosen).value, chosen);
        for (const value of chosen) assert.equal(copied(selectType, 'choice', one, value).value, value);
      }),
      { numRuns: 2000, seed: SEED },
    );
  });
});
