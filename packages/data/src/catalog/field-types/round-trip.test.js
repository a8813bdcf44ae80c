import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { createColumn, openTestDatabase, throughColumn } from './testing/column-harness.js';
import { sampleField, typeSamples } from './testing/type-samples.js';
import { fieldTypes } from './index.js';

describe('values of field types', () => {
  /** @type {Awaited<ReturnType<typeof openTestDatabase>>} */
  let database;
  before(async () => (database = await openTestDatabase()));
  after(() => database?.close());

  for (const type of fieldTypes) {
    const field = sampleField(type.name);
    const { input } = typeSamples[type.name];

    it(`${type.name}: come back from their text`, () => {
      fc.assert(
        fc.property(input, (given) => {
          const value = parsed(type, given, field);
          if (value !== undefined) assert.deepEqual(type.parse(type.serialize(value, field), field), value);
        }),
        { numRuns: 300, seed: SEED },
      );
    });

    if (type.storage !== 'column') continue;

    it(`${type.name}: I1: come back from their column, which refuses what validate refuses`, async () => {
      await createColumn(database.client, type, field);
      await fc.assert(
        fc.asyncProperty(input, async (given) => {
          const value = parsed(type, given, field);
          // The sample's target has whole numbers as keys.
          if (value === undefined || (type.name.match(/^relation|^one_to/) && typeof value === 'string')) return;
          const valid = passes(() => type.validate(value, field));
          const stored = await throughColumn(database.client, type, field, value).then(
            (read) => ({ read }),
            (error) => ({ error }),
          );
          if (valid) assert.deepEqual('read' in stored ? stored.read : stored.error, value);
          else assert.equal('error' in stored && stored.error.code, '23514', `${JSON.stringify(value)} is kept out`);
        }),
        { numRuns: 60, seed: SEED },
      );
    });
  }
});

/** @param {import('@plinth/plugin').FieldType} type @param {unknown} input @param {import('@plinth/plugin').FieldLike} field */
function parsed(type, input, field) {
  try {
    return type.parse(input, field) ?? undefined;
  } catch (error) {
    assert.equal(/** @type {any} */ (error).code, 'FIELD_INVALID', String(error));
    return undefined;
  }
}

/** @param {() => void} run */
function passes(run) {
  try {
    run();
    return true;
  } catch (error) {
    assert.equal(/** @type {any} */ (error).code, 'FIELD_INVALID', String(error));
    return false;
  }
}
