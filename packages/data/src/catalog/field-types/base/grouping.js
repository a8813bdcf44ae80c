/** @import { FieldLike, Setting } from '@plinth/plugin' */

/**
 * Whether numbers have thousands separators. Has no default, so that stored fields and app documents without the
 * setting stay as they are.
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

/**
 * The number of a row identifies it, so it is written without separators.
 *
 * @param {FieldLike & { auto?: string | null }} field
 */
export const isGrouped = (field) => field.attributes?.grouping !== 'off' && field.auto !== 'id';
