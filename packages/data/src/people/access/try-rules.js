/** @import { Table, Values } from '@plinth/plugin' */
/** @import { Change, StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { Rules } from '../../rules/rights/rules.js' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { isDeepStrictEqual } from 'node:util';
import { tableSql } from '../../postgres/sql/physical.js';
import { USER_PARAM } from '../../rules/rights/user-param.js';
import { join, sql, withParam } from '../../postgres/sql/index.js';

/** One row is enough; anything that takes longer would slow down every list. */
const MOST_MS = 5000;
const NOBODY = Object.freeze({ userId: null, system: false });

/**
 * Runs each changed rule and formula once on a row of its table: one that the database can't run would break every read
 * of the table. Runs inside the transaction, when the tables already match the rules.
 *
 * @param {Transaction} tx @param {StoredCatalog} after @param {readonly Change[]} changes @param {number} timeout of
 *   the transaction's statements, in ms
 * @throws {AppError} INPUT_INVALID with the rule's location
 */
export async function tryRules(tx, after, changes, timeout) {
  const found = changes.flatMap((change) => changedIn(after, change));
  if (found.length === 0) return;
  await limitStatements(tx, MOST_MS);
  for (const one of found) await tryRule(tx, after, one);
  await limitStatements(tx, timeout);
}

/** @param {Transaction} tx @param {number} ms */
const limitStatements = (tx, ms) => tx.query(sql`select set_config('statement_timeout', ${String(ms)}, true)`);

/** @typedef {Table & { rules: Rules }} RuledTable */
/** @typedef {{ table: RuledTable, source: string, at: string }} Tried */

/** @param {StoredCatalog} catalog @param {Change} change @returns {Tried[]} */
function changedIn(catalog, { kind, parent, before, after }) {
  if (!after) return [];
  if (kind === 'field') {
    const table = catalog.tables.find(({ id }) => id === parent);
    const same = before?.body.formula === after.body.formula;
    if (!table || !after.body.formula || same) return [];
    return [{ table: /** @type {RuledTable} */ (table), source: `row.${after.name} != null`, at: 'formula' }];
  }
  if (kind !== 'table' || !catalog.hasTable(after.name)) return [];
  const table = /** @type {RuledTable} */ (catalog.table(after.name));
  const [old, made] = [rulesOf(before?.body), rulesOf(after.body)];
  const changed = made.filter((rule) => !old.some((one) => isDeepStrictEqual(one, rule)));
  return changed.map((rule) => ({ table, ...rule }));
}

/** @param {Values | undefined} body of a table @returns {{ at: string, source: string }[]} */
function rulesOf(body) {
  const access = Object.entries(body?.access ?? {}).flatMap(([role, rights]) =>
    Object.entries(rights).flatMap(([right, level]) =>
      typeof level?.rule === 'string' ? [{ at: `access.${role}.${right}`, source: level.rule }] : [],
    ),
  );
  const constraints = (body?.constraints ?? []).flatMap((/** @type {any} */ constraint) =>
    constraint.kind === 'rule' ? [{ at: 'rule', source: constraint.rule }] : [],
  );
  return [...access, ...constraints];
}

/** @param {Transaction} tx @param {StoredCatalog} catalog @param {Tried} tried */
async function tryRule(tx, catalog, { table, source, at }) {
  // What a rule asks about roles is decided at compile time, and each answer can leave out parts of the rule.
  const everyRole = catalog.roles.map(({ name }) => name);
  const conditions = [[], everyRole].map((roles) => table.rules.condition(table, source, 't', { ...NOBODY, roles }));
  const statement = sql`select ${join(conditions.map((condition) => sql`(${condition})`))}
    from (select * from ${tableSql(table)} limit 1) t`;
  try {
    await tx.query(withParam(statement, USER_PARAM, sql`${null}`));
  } catch (error) {
    if (error instanceof AppError && error.code !== 'STATEMENT_TIMEOUT') throw error;
    if (!(error instanceof AppError) && !(/** @type {Values} */ (error).severity)) throw error;
    throw inputInvalid({ [at]: phrase`can't be run by the database: ${/** @type {Error} */ (error).message}` });
  }
}
