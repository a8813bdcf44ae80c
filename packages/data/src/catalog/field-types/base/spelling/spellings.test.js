import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldTypes } from '../../index.js';
import { SPELLINGS } from './spellings.js';

for (const [name, { attributes = {}, spellings, refused }] of Object.entries(SPELLINGS))
  describe(`spellings of ${name}`, () => {
    const type = /** @type {import('@plinth/plugin').FieldType} */ (fieldTypes.find((one) => one.name === name));
    const field = { name: 'value', label: 'Value', type: name, attributes, required: false };

    for (const { value, written } of spellings)
      for (const text of written)
        it(`${JSON.stringify(text)} is ${JSON.stringify(value)}`, () =>
          assert.deepEqual(type.parse(text, field), value));

    for (const text of refused)
      it(`${JSON.stringify(text)} is refused`, () =>
        assert.throws(() => type.validate(type.parse(text, field), field), { code: 'FIELD_INVALID' }));
  });
