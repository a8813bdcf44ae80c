/** @import { FieldLike, SettingsSchema } from '@plinth/plugin' */
import { select, table } from '@plinth/plugin/settings';
import { fieldInvalid } from './invalid.js';
import { operators } from './operators.js';
import { readInteger } from './read-integer.js';
import { UUID } from './read-uuid.js';
import { readTrimmed } from './read-text.js';

/** @type {SettingsSchema} */
export const relationAttributes = [
  table('table', 'ft.table', { required: true }),
  select(
    'onDelete',
    'ft.onDelete',
    { restrict: 'ft.preventDeletion', set_null: 'ft.onDelete.set_null', cascade: 'ft.onDelete.cascade' },
    { default: 'restrict' },
  ),
  { name: 'label', type: 'field', of: 'table', label: 'ft.displayAs' },
];

/**
 * The SQL type of the target table's key.
 *
 * @param {FieldLike} field @param {{ targetKey?: 'identity' | 'uuid' }} context
 */
export const keySqlType = (field, context) => (context.targetKey === 'uuid' ? 'uuid' : 'bigint');

/**
 * A row's key: a whole number or a uuid. The target's column decides which.
 *
 * @param {unknown} input @param {FieldLike} field @returns {number | string | null}
 */
export function readKey(input, field) {
  const message = 'must be the id of a row';
  if (typeof input !== 'number') {
    const text = readTrimmed(input, field, message);
    if (text === null) return null;
    if (UUID.test(text)) return text.toLowerCase();
    if (!/^\d{1,16}$/.test(text)) throw fieldInvalid(field, message);
  }
  const key = readInteger(input, field);
  if (key === null || key < 1) throw fieldInvalid(field, message);
  return key;
}

/** @param {FieldLike} one @param {FieldLike} other */
export const sameTarget = (one, other) => one.attributes?.table === other.attributes?.table;

/** What both types have whose value is the key of one row. */
export const rowDefinition = {
  group: /** @type {const} */ ('relation'),
  storage: /** @type {const} */ ('column'),
  attributes: relationAttributes,
  operators: operators.equal,
  sortable: false,
  searchable: true,
  views: { show: 'relation_label', edit: 'relation_select', filter: 'filter_relation' },
  sqlType: keySqlType,
  /** @param {FieldLike} field */
  target: (field) => field.attributes?.table,
  parse: readKey,
  validate() {},
  /** @param {unknown} value */
  format: (value) => (value === null || value === undefined ? '' : String(value)),
  /** @param {unknown} value */
  serialize: (value) => (value === null || value === undefined ? '' : String(value)),
  /** @param {string} column @param {{ type: string, field: FieldLike }} from @param {FieldLike} field */
  convertSql: (column, from, field) =>
    (from.type === 'relation' || from.type === 'one_to_one') && sameTarget(from.field, field) ? column : null,
};
