/** @import { FieldLike, FieldType } from '@plinth/plugin' */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldTypeContract } from '@plinth/plugin/contract';

/**
 * Tests of one type: the contract, then what it accepts and refuses.
 *
 * @param {FieldType} type
 * @param {{ attributes?: Record<string, any>, accepts: [unknown, unknown][], refuses: [unknown, string][] }} cases
 *   messages without the label
 */
export function typeCases(type, { attributes = {}, accepts, refuses }) {
  /** @type {FieldLike} */
  const field = { name: 'age', label: 'Age', type: type.name, attributes, required: false };
  fieldTypeContract(
    type,
    { test, assert },
    { attributes, valid: accepts.map(([input]) => input), invalid: refuses.map(([input]) => input) },
  );
  for (const [input, value] of accepts) {
    test(`${type.name}: reads ${show(input)}`, () => assert.deepEqual(type.parse(input, field), value));
  }
  for (const [input, message] of refuses) {
    test(`${type.name}: refuses ${show(input)}: ${message}`, () => {
      const run = () => type.validate(type.parse(input, field), field);
      assert.throws(run, { code: 'FIELD_INVALID', message: `Age ${message}` });
    });
  }
}

/** @param {unknown} input */
const show = (input) => (JSON.stringify(input) ?? String(input)).slice(0, 60);
