import { defineFieldType } from '@plinth/plugin';
import { rowDefinition } from './base/relation.js';

/** A row of another table that at most one row refers to. */
export const oneToOneType = defineFieldType({
  ...rowDefinition,
  name: 'one_to_one',
  order: 240,
  label: 'ft.one_to_one.label',
  icon: 'arrows-horizontal',
  traits: { value: 'reference', isUnique: true, isLive: true, cleans: false },
});
