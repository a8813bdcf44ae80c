/** @import { Table } from '@plinth/plugin' */

/**
 * The values of a row that a copy of it gets: not those that must be unique, that Plinth sets, or that the actor may only
 * read.
 *
 * @param {Table} table @param {Record<string, unknown> | null} row as the actor reads it @param {readonly string[]} writable
 * @returns {Record<string, unknown>}
 */
export function copiedValues(table, row, writable) {
  const copied = table.fields.filter(
    ({ name, auto, unique, traits }) =>
      !auto && !unique && !traits.isUnique && row && name in row && writable.includes(name),
  );
  return Object.fromEntries(copied.map(({ name }) => [name, row?.[name]]));
}
