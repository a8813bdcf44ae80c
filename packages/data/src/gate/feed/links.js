/** @import { Catalog, Registry } from '@plinth/plugin' */
/** @import { Change } from '../../postgres/changes/types.d.ts' */
import { memoize } from '@plinth/plugin';
import { joinTableName } from '../../postgres/sql/physical.js';

/**
 * Many-to-many fields are stored in join tables that clients do not know. A change there counts as an update of the row
 * that has the field.
 *
 * @param {{ catalog: () => Catalog, registry: Registry }} context
 */
export function createLinks({ catalog, registry }) {
  /** The table with the field, by the name of its join table. */
  const owners = memoize((/** @type {Catalog} */ now) => new Map(linksOf(now, registry)));

  return {
    /**
     * The changes of one transaction with links replaced by updates of their rows. Null where the same row occurs in
     * another change already; the list keeps its length, because cursors count its entries.
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
        // If a link moved from one row to another, the change stands for the table without a key.
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
