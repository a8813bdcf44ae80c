import { defineFieldType } from '@plinth/plugin';
import { operators } from './base/operators.js';
import { keySqlType, readKey, relationAttributes, sameTarget } from './base/relation.js';

/** A row of another table that at most one row refers to. */
export const oneToOneType = defineFieldType({
  name: 'one_to_one',
  order: 240,
  label: 'One to one',
  icon: 'arrows-horizontal',
  group: 'relation',
  storage: 'column',
  attributes: relationAttributes,
  operators: operators.equal,
  sortable: false,
  searchable: true,
  views: { show: 'relation_label', edit: 'relation_select', filter: 'filter_relation' },
  sqlType: keySqlType,
  target: (field) => field.attributes?.table,
  parse: readKey,
  validate() {},
  format: (value) => (value === null || value === undefined ? '' : String(value)),
  serialize: (value) => (value === null || value === undefined ? '' : String(value)),
  convertSql: (column, from, field) =>
    (from.type === 'relation' || from.type === 'one_to_one') && sameTarget(from.field, field) ? column : null,
});
