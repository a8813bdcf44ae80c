/** @import { Catalog, Field, Table } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';
import { fieldNotFound, tableNotFound } from '../../postgres/errors/not-found.js';

/** @typedef {ReturnType<typeof createSameTable>} SameTable */

/**
 * A table that long work goes on with, whatever it and its fields are called meanwhile. Such work keeps the names of its
 * beginning; what it sends has today's.
 *
 * @param {Table} start as it was at the beginning @param {() => Catalog} catalog
 */
export function createSameTable(start, catalog) {
  const names = memoize((/** @type {Table} */ from) => memoize((/** @type {Table} */ to) => namesBetween(from, to)));

  return {
    start,
    /** @param {Catalog} [snapshot] @returns {Table} @throws {import('@plinth/plugin').AppError} TABLE_NOT_FOUND: it was removed */
    now(snapshot = catalog()) {
      const found = snapshot.tables.find(({ id }) => id === start.id);
      if (found) return found;
      throw tableNotFound(
        start.name,
        snapshot.tables.map(({ name }) => name),
      );
    },

    /**
     * @param {Table} table as it is now @param {Pick<Field, 'id' | 'name'>} field of the beginning @returns {Field}
     * @throws {import('@plinth/plugin').AppError} FIELD_NOT_FOUND: it was removed
     */
    fieldOf(table, { id, name }) {
      const found = table.fields.find((one) => one.id === id);
      if (found) return found;
      throw fieldNotFound(table.name, name);
    },

    /**
     * Values of a row with the names that their fields have in another state of the table. One of a field that came since the
     * beginning and is gone is left out.
     *
     * @template T @param {Table} from @param {Table} to @param {Record<string, T>} values @returns {Record<string, T>}
     * @throws {import('@plinth/plugin').AppError} FIELD_NOT_FOUND: one of the beginning was removed
     */
    renamed(from, to, values) {
      const known = from === to ? null : names(from)(to);
      if (!known) return values;
      /** @type {Record<string, T>} */
      const renamed = {};
      for (const [name, value] of Object.entries(values)) {
        const now = known.has(name) ? known.get(name) : name;
        if (now) renamed[now] = value;
        else if (start.fields.some(({ id }) => id === from.field(name).id)) throw fieldNotFound(to.name, name);
      }
      return renamed;
    },
  };
}

/** @param {Table} from @param {Table} to @returns {Map<string, string | null> | null} null: all have the same names */
function namesBetween(from, to) {
  const after = new Map(to.fields.map(({ id, name }) => [id, name]));
  const pairs = from.fields.map(({ id, name }) => /** @type {const} */ ([name, after.get(id) ?? null]));
  return pairs.every(([before, now]) => before === now) ? null : new Map(pairs);
}
