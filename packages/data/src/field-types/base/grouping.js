/** @import { FieldLike, Setting } from '@plinth/plugin' */

/**
 * Whether thousands are set apart. Without a default: what says nothing of it stays as it was written, in stored fields
 * and in documents of apps.
 *
 * @type {Setting}
 */
export const groupingAttribute = {
  name: 'grouping',
  type: 'select',
  label: 'Thousands separators',
  options: [
    { value: 'on', label: 'Show separators: 10,023' },
    { value: 'off', label: 'No separators, for order numbers and years: 10023' },
  ],
};

/** The number of a row is its name. @param {FieldLike & { auto?: string | null }} field */
export const isGrouped = (field) => field.attributes?.grouping !== 'off' && field.auto !== 'id';
