import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readLocales, say, translator } from '@plinth/plugin';
import { fieldTime } from '../../automation/trigger-sources/definitions/field-time.js';
import { spanInWords } from './span.js';

const texts = readLocales(new URL('../../../locales/', import.meta.url));

for (const [locale, one, three] of [
  ['en', '1 day', '3 days'],
  ['de', '1 Tag', '3 Tage'],
])
  it(`a span says ${one} and ${three}`, () => {
    const t = translator([texts], locale);
    assert.equal(say(spanInWords(1, 'days'), t), one);
    assert.equal(say(spanInWords(3, 'days'), t), three);
  });

it('is English without a translator', () => {
  const units = /** @type {const} */ (['seconds', 'minutes', 'hours', 'days', 'weeks']);
  assert.deepEqual(
    units.map((unit) => `${spanInWords(1, unit)}, ${spanInWords(2, unit)}`),
    units.map((unit) => `1 ${unit.slice(0, -1)}, 2 ${unit}`),
  );
});

it('is the distance of a trigger: one day before is no days', () => {
  const words = (/** @type {any} */ options) => String(/** @type {any} */ (fieldTime).words(options, { table: null }));
  assert.equal(words({ field: 'due', when: 'before', amount: 1 }), '1 day before “due”');
  assert.equal(words({ field: 'due', when: 'after', amount: 2, unit: 'weeks' }), '2 weeks after “due”');
});
