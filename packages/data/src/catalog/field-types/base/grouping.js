/** @import { FieldLike, Setting } from '@plinth/plugin' */
import { select } from '@plinth/plugin/settings';

/**
 * Whether numbers have thousands separators. Has no default, so that stored fields and app documents without the
 * setting stay as they are.
 *
 * @type {Setting}
 */
export const groupingAttribute = select('grouping', 'ft.thousandsSeparators', {
  on: 'ft.grouping.on',
  off: 'ft.grouping.off',
});

/**
 * The number of a row identifies it, so it is written without separators.
 *
 * @param {FieldLike & { auto?: string | null }} field
 */
export const isGrouped = (field) => field.attributes?.grouping !== 'off' && field.auto !== 'id';
