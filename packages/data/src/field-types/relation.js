import { defineFieldType } from '@plinth/plugin';
import { operators } from './base/operators.js';
import { keySqlType, readKey, relationAttributes, sameTarget } from './base/relation.js';

/** A row of another table (many to one). */
export const relationType = defineFieldType({
  name: 'relation',
  order: 230,
  label: 'Relation',
  icon: 'arrows-right-left',
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
