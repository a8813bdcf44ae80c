/** @import { Field, Registry, Table } from '@plinth/plugin' */

/**
 * Fields whose values can be shown and read: the plugin that brought a field's type may have been switched off since.
 * The column and its values stay; Problems tells of it.
 *
 * @param {Registry} registry @param {Table} table @returns {Field[]}
 */
export const knownFields = (registry, table) => table.fields.filter(({ type }) => registry.has('fieldType', type));

/**
 * A value as text, also of a type that is not there.
 *
 * @param {Registry} registry @param {Field} field @param {any} value @param {import('@plinth/plugin').Formats} formats
 */
export const valueText = (registry, field, value, formats) =>
  registry.has('fieldType', field.type)
    ? registry.fieldType(field.type).format(value, field, formats)
    : String(typeof value === 'object' ? JSON.stringify(value) : value);
