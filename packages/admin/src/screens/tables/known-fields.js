/** @import { Field, Registry, Table } from '@plinth/plugin' */

/**
 * Fields whose values can be shown and read: the plugin of a field's type may have been disabled since. The column and
 * its values stay; Problems mentions it.
 *
 * @param {Registry} registry @param {Table} table @returns {Field[]}
 */
export const knownFields = (registry, table) => table.fields.filter(({ type }) => registry.has('fieldType', type));
