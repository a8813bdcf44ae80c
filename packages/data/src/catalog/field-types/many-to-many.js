/** @import { FieldLike } from '@plinth/plugin' */
import { VALUE_LIMITS, defineFieldType } from '@plinth/plugin';
import { fieldInvalid } from './base/invalid.js';
import { operators } from './base/operators.js';
import { readTrimmed } from './base/read-text.js';
import { keySqlType, readKey, relationAttributes } from './base/relation.js';

/** Characters, with what is between two. */
const LONGEST_KEY = 40;

/**
 * Any number of rows of another table, stored in a join table. The value is the list of their keys; no rows are null.
 */
export const manyToManyType = defineFieldType({
  name: 'many_to_many',
  order: 250,
  label: 'ft.many_to_many.label',
  icon: 'arrows-shuffle',
  group: 'relation',
  traits: { value: 'reference', isMany: true, cleans: false },
  example: [],
  storage: 'join',
  attributes: relationAttributes.filter((attribute) => attribute.name !== 'onDelete'),
  operators: operators.set,
  sortable: false,
  searchable: false,
  views: { show: 'labels', edit: 'many_select', filter: 'filter_relation' },
  sqlType: keySqlType,
  target: (field) => field.attributes?.table,
  parse(input, field) {
    const keys = new Set(readList(input, field).map((entry) => readKey(entry, field)));
    keys.delete(null);
    if (keys.size > VALUE_LIMITS.linkedRows)
      throw fieldInvalid(field, 'must have at most {max} entries', { max: VALUE_LIMITS.linkedRows });
    return keys.size ? [...keys] : null;
  },
  validate() {},
  format: (value) => (value ?? []).join(', '),
  serialize: (value) => (value ?? []).join('; '),
});

/** @param {unknown} input @param {FieldLike} field @returns {unknown[]} */
function readList(input, field) {
  if (Array.isArray(input)) {
    if (input.length > VALUE_LIMITS.linkedRows * 2)
      throw fieldInvalid(field, 'must have at most {max} entries', { max: VALUE_LIMITS.linkedRows });
    return input;
  }
  if (typeof input === 'number') return [input];
  const text = readTrimmed(input, field, 'must be a list of ids', VALUE_LIMITS.linkedRows * 2 * LONGEST_KEY);
  return text === null ? [] : text.split(/[;,]/);
}
