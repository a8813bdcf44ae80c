import { rightsKey } from '../../rights/index.js';
import { createCompilation } from '../compile/compilation.js';
import { insertStatement } from './insert-statement.js';
import { removeStatement } from './remove-statement.js';
import { updateStatement } from './update-statement.js';

/** @import { Actor, Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Prepared } from '../../sql/statement.js' */
/** @import { Compilation, Resolve } from '../compile/compilation.js' */
/** @import { Reference } from './references.js' */
/** @import { Validation } from './validations.js' */
/**
 * @typedef {{ statement: Prepared, hold?: Prepared | null, resolvers: Map<string, Resolve>, refs: readonly (Reference | Validation)[] }} WriteStatement
 *   hold: what keeps the rows still before the statement, where that can't do it by itself
 */
/** @typedef {'insert' | 'update' | 'expect' | 'remove'} WriteKind `expect`: an update of rows that must be unchanged */

/** @type {Record<WriteKind, (c: Compilation, table: Table, walled: boolean) => WriteStatement>} */
const MAKE = {
  insert: (c, table) => insertStatement(c, table),
  update: (c, table, walled) => updateStatement(c, table, { expecting: false, walled }),
  expect: (c, table, walled) => updateStatement(c, table, { expecting: true, walled }),
  remove: (c, table, walled) => removeStatement(c, table, { walled }),
};

/** The writing statements of each table by kind of actor, made once per Catalog. @param {Registry} registry */
export function createWriteStatements(registry) {
  /** @type {WeakMap<Catalog, Map<string, WriteStatement>>} */
  const catalogs = new WeakMap();

  /**
   * @param {Catalog} catalog @param {Actor} actor @param {Table} table @param {WriteKind} kind
   * @param {boolean} walled whether it is sent behind the wall of row security
   * @returns {WriteStatement}
   */
  return function statementFor(catalog, actor, table, kind, walled) {
    const known = catalogs.get(catalog) ?? new Map();
    catalogs.set(catalog, known);
    const key = `${kind} ${table.id} ${rightsKey(actor)}${walled ? ' |' : ''}`;
    const made = known.get(key) ?? MAKE[kind](createCompilation({ catalog, registry, actor }), table, walled);
    known.set(key, made);
    return made;
  };
}
