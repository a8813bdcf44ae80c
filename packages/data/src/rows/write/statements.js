import { rightsKey } from '../../rights/index.js';
import { createCompilation } from '../compile/compilation.js';
import { insertStatement } from './insert-statement.js';
import { removeStatement } from './remove-statement.js';
import { updateStatement } from './update-statement.js';

/** @import { Actor, Catalog, Registry, Table } from '@plinth/plugin' */
/** @typedef {ReturnType<typeof insertStatement>} WriteStatement */
/** @typedef {'insert' | 'update' | 'expect' | 'remove'} WriteKind `expect`: an update of rows that must be unchanged */

const MAKE = {
  insert: insertStatement,
  update: (/** @type {any} */ c, /** @type {Table} */ table) => updateStatement(c, table, { expecting: false }),
  expect: (/** @type {any} */ c, /** @type {Table} */ table) => updateStatement(c, table, { expecting: true }),
  remove: removeStatement,
};

/** The writing statements of each table by kind of actor, made once per Catalog. @param {Registry} registry */
export function createWriteStatements(registry) {
  /** @type {WeakMap<Catalog, Map<string, WriteStatement>>} */
  const catalogs = new WeakMap();

  /** @param {Catalog} catalog @param {Actor} actor @param {Table} table @param {WriteKind} kind */
  return function statementFor(catalog, actor, table, kind) {
    const known = catalogs.get(catalog) ?? new Map();
    catalogs.set(catalog, known);
    const key = `${kind} ${table.id} ${rightsKey(actor)}`;
    const made = known.get(key) ?? MAKE[kind](createCompilation({ catalog, registry, actor }), table);
    known.set(key, made);
    return made;
  };
}
