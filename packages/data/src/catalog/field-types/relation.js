import { defineFieldType } from '@plinth/plugin';
import { rowDefinition } from './base/relation.js';

/** A row of another table (many to one). */
export const relationType = defineFieldType({
  ...rowDefinition,
  name: 'relation',
  order: 230,
  label: 'ft.relation.label',
  icon: 'arrows-right-left',
  traits: { value: 'reference', isLive: true, cleans: false },
});
