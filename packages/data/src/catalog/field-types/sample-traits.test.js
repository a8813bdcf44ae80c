import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SAMPLE_TYPES, sampleTraits } from '@plinth/plugin/contract';
import { fieldTypes } from './index.js';

it('the traits with which plugins and views are tested are those of the types', () => {
  assert.deepEqual([...SAMPLE_TYPES].sort(), fieldTypes.map(({ name }) => name).sort());
  for (const { name, traits } of fieldTypes) assert.deepEqual(sampleTraits(name), traits, name);
});
