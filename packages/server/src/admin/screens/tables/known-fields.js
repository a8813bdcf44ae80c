/** @import { Field, Registry, Table } from '@plinth/plugin' */

/**
 * Fields whose values can be shown and read: the plugin of a field's type may have been disabled since. The column and
 * its values stay; Problems mentions it.
 *
 * @param {Registry} registry @param {Table} table @returns {Field[]}
 */
export const knownFields = (registry, table) => table.fields.filter(({ type }) => registry.has('fieldType', type));

/**
 * A value as text, even if its type is missing.
 *
 * @param {Registry} registry @param {Field} field @param {any} value @param {import('@plinth/plugin').Formats} formats
 */
export const valueText = (registry, field, value, formats) =>
  registry.has('fieldType', field.type)
    ? registry.fieldType(field.type).format(value, field, formats)
    : String(typeof value === 'object' ? JSON.stringify(value) : value);
