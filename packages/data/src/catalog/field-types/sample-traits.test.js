import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { SAMPLE_TYPES, sampleTraits } from '@plinth/plugin/contract';
import { fieldTypes } from './index.js';

const FILE = new URL('../contract/sample-traits.json', import.meta.resolve('@plinth/plugin'));

if (process.env.PLINTH_WRITE_DOCS) {
  const all = Object.fromEntries(fieldTypes.map(({ name, traits }) => [name, traits]));
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
}

it('the traits with which plugins and views are tested are those of the types', () => {
  assert.deepEqual([...SAMPLE_TYPES].sort(), fieldTypes.map(({ name }) => name).sort());
  for (const { name, traits } of fieldTypes) assert.deepEqual(sampleTraits(name), traits, name);
});
