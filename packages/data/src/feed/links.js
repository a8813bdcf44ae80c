/** @import { Catalog, Registry } from '@plinth/plugin' */
/** @import { Change } from '../changes/types.d.ts' */
import { memoize } from '@plinth/plugin';
import { joinTableName } from '../schema/physical.js';

/**
 * Fields with several rows are kept in tables of their own, of which nobody outside knows: what changes there is a change
 * of the row that has the field.
 *
 * @param {{ catalog: () => Catalog, registry: Registry }} context
 */
export function createLinks({ catalog, registry }) {
  /** Which table has the field that is kept in a table. */
  const owners = memoize((/** @type {Catalog} */ now) => new Map(linksOf(now, registry)));

  return {
    /**
     * The changes of one transaction as changes of rows, each in its place: null where the row's own change says it, or
     * another link of it.
     *
     * @param {readonly Change[]} changes @returns {readonly (Change | null)[]}
     */
    asRows(changes) {
      const owner = owners(catalog());
      if (!changes.some(({ table }) => owner.has(table))) return changes;
      const nameOf = (/** @type {string} */ table, /** @type {Change['key']} */ key) => `${table} ${key?.[0]}`;
      const told = new Set(changes.map(({ table, key }) => nameOf(table, key)));
      return changes.map((change) => {
        const table = owner.get(change.table);
        if (table === undefined) return change;
        const { key, oldKey } = change;
        // Of a link that goes from one row to another it is not told which rows these are.
        const source = key === null || (oldKey && oldKey[0] !== key[0]) ? null : [key[0]];
        const name = nameOf(table, source);
        if (told.has(name)) return null;
        told.add(name);
        return { ...change, table, kind: 'update', key: source, oldKey: null };
      });
    },
  };
}

/** @param {Catalog} catalog @param {Registry} registry @returns {[string, string][]} */
function linksOf(catalog, registry) {
  return catalog.tables.flatMap(({ name, system, fields }) =>
    fields
      .filter(({ type }) => !system && registry.has('fieldType', type) && registry.fieldType(type).storage === 'join')
      .map((field) => /** @type {[string, string]} */ ([joinTableName(name, field.name), name])),
  );
}
