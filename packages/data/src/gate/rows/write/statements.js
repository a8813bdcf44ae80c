import { memoize } from '@plinth/plugin';
import { rightsKey } from '../../../rules/rights/index.js';
import { createCompilation } from '../compile/compilation.js';
import { insertStatement } from './insert-statement.js';
import { removeStatement } from './remove-statement.js';
import { holdStatement, updateStatement } from './update-statement.js';

/** @import { Actor, Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Prepared } from '../../../postgres/sql/statement.js' */
/** @import { Compilation, Resolve } from '../compile/compilation.js' */
/** @import { PayloadRow } from './payload.js' */
/** @import { Reference } from './references.js' */
/** @import { TakenPlan } from './taken-plan.js' */
/** @import { Validation } from './validations.js' */
/**
 * @typedef {object} WriteStatement
 * @property {Prepared} statement
 * @property {Prepared | null} [hold] locks the rows beforehand, if the statement can't do so itself
 * @property {Map<string, Resolve>} resolvers
 * @property {readonly (Reference | Validation)[]} refs
 * @property {boolean} alone whether it takes one row at a time
 * @property {{ statement: Prepared, resolvers: Map<string, Resolve>, refs: readonly Validation[] } | null} later checks at
 *   the end of the transaction
 * @property {WriteStatement | null} [plain] takes the rows instead, as far as `bindRows` can send them
 * @property {(actor: Actor, rows: readonly PayloadRow[]) => Record<string, unknown> | null} [bindRows]
 * @property {TakenPlan | null} [taken] notes what a deletion takes with it, before it happens
 */
/**
 * `expect`: an update of rows that must be unchanged; `hold`: nothing is written, the rows are locked.
 *
 * @typedef {'insert' | 'update' | 'expect' | 'remove' | 'hold'} WriteKind
 */

/** @type {Record<WriteKind, (c: Compilation, table: Table, options: { rowSecurity: boolean, later: boolean }) => WriteStatement>} */
const MAKE = {
  insert: (c, table, { later }) => insertStatement(c, table, { later }),
  update: (c, table, options) => updateStatement(c, table, { expecting: false, ...options }),
  expect: (c, table, options) => updateStatement(c, table, { expecting: true, ...options }),
  remove: (c, table, { rowSecurity }) => removeStatement(c, table, { rowSecurity }),
  hold: (c, table) => ({
    statement: holdStatement(c, table, 'no key update'),
    resolvers: c.resolvers,
    refs: [],
    alone: false,
    later: null,
  }),
};

/** Writing statements by table and rights, compiled once per Catalog. @param {Registry} registry */
export function createWriteStatements(registry) {
  const statementsOf = memoize(
    (/** @type {Catalog} */ _catalog) => /** @type {Map<string, WriteStatement>} */ (new Map()),
  );

  /**
   * @param {Catalog} catalog @param {Actor} actor @param {Table} table @param {WriteKind} kind
   * @param {boolean} rowSecurity whether policies check it, too
   * @param {boolean} [later] whether child rows may be written by further statements of its transaction, which ends
   * with the remaining checks (createLater)
   * @returns {WriteStatement}
   */
  return function statementFor(catalog, actor, table, kind, rowSecurity, later = false) {
    const known = statementsOf(catalog);
    const key = `${kind} ${table.id} ${rightsKey(actor)}${rowSecurity ? ' |' : ''}${later ? ' later' : ''}`;
    const made =
      known.get(key) ?? MAKE[kind](createCompilation({ catalog, registry, actor }), table, { rowSecurity, later });
    known.set(key, made);
    return made;
  };
}
