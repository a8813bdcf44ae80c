/** @import { Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../../postgres/database/transaction.js' */
/** @import { Script } from './script.js' */
import { createHash } from 'node:crypto';
import { quoteLiteral } from '../../../postgres/sql/index.js';
import { storedScript } from './script.js';

/**
 * What has to change so that the database stores a Catalog's stored formulas: outdated triggers are dropped before
 * anything else, new ones are created when the columns exist.
 *
 * @typedef {{ tables: Table[], before: string[], after: string[] }} StoredPlan `tables`: tables whose rows are
 *   recalculated
 *
 * @param {Pick<Transaction, 'query'>} on @param {Catalog} catalog @param {Registry} registry
 * @returns {Promise<StoredPlan>}
 */
export async function planStored(on, catalog, registry) {
  const { rows } = await on.query('select field, script, functions from plinth.stored_formulas');
  /** @type {StoredPlan} */
  const plan = { tables: [], before: [], after: [] };
  const wanted = scripts(catalog, registry);
  for (const { field, script, functions } of rows) {
    if (wanted.get(field)?.mark !== script) plan.before.push(...drop(field, functions));
  }
  const known = new Map(rows.map((row) => [row.field, row.script]));
  for (const [field, { table, mark, script }] of wanted) {
    if (known.get(field) === mark) continue;
    plan.tables.push(table);
    const functions = `array[${script.functions.map(quoteLiteral).join(', ')}]::text[]`;
    plan.after.push(
      ...script.statements,
      `insert into plinth.stored_formulas (field, script, functions) values (${quoteLiteral(field)}, ${quoteLiteral(mark)}, ${functions})`,
    );
  }
  return plan;
}

/** @param {Catalog} catalog @param {Registry} registry */
function scripts(catalog, registry) {
  /** @type {Map<string, { table: Table, mark: string, script: Script }>} */
  const wanted = new Map();
  for (const table of catalog.tables) {
    for (const field of table.fields) {
      if (!field.stored || table.system || !registry.has('fieldType', field.type)) continue;
      const script = storedScript(catalog, registry, table, field);
      const mark = createHash('sha256').update(script.statements.join('\n')).digest('base64url');
      wanted.set(field.id, { table, mark, script });
    }
  }
  return wanted;
}

/** @param {string} field @param {string[]} functions */
function drop(field, functions) {
  return [
    ...functions.map((name) => `drop function if exists ${name} cascade`),
    `delete from plinth.stored_formulas where field = ${quoteLiteral(field)}`,
  ];
}
