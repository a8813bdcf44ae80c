/** @import { Catalog, Field, Registry, Table } from '@plinth/plugin' */
/** @import { Formula } from './calculation.js' */
import { visibleTo } from '../../reach/visible-to.js';
import { hex, tableSql } from '../../../postgres/sql/physical.js';
import { fixed, ident, join, sql } from '../../../postgres/sql/index.js';
import { compileValue } from '../compile-sql.js';
import { asColumn, formulaTree, namesOf } from '../formula-value.js';
import { chainOf, locksOf } from './chains.js';
import { inlined } from './inlined.js';
import { fill, functionSql, held, calculateFunction } from './calculation.js';
import { relatedFunctions } from './related.js';
import { watchesOf } from './watches.js';

/**
 * How the database maintains a stored formula: statements in order, and the functions that they create.
 *
 * @typedef {{ functions: string[], statements: string[] }} Script
 */

const KEY_TYPES = { identity: 'bigint', uuid: 'uuid' };

/**
 * A value is calculated when its row is written, by a trigger of that table, and again when a row that it depends on is
 * written, by triggers of those tables, in the writer's transaction. So it is right whoever writes, including psql and
 * cascades. Two concurrent writers must not miss each other's changes: a calculation locks the rows that relations lead
 * to for share, a change of a list locks the row that owns the list, and both read only after that.
 *
 * @param {Catalog} catalog @param {Registry} registry @param {Table} table @param {Field} field
 * @returns {Script}
 */
export function storedScript(catalog, registry, table, field) {
  const column = ident(field.name);
  const tree = formulaTree(catalog, table, field);
  if (!tree) return { functions: [], statements: [inlined(sql`update ${tableSql(table)} set ${column} = null`)] };
  const sqlType = registry.fieldType(field.type).sqlType(field, {});
  let aliases = 0;
  const names = { catalog, registry, alias: () => `x${(aliases += 1)}`, timeZone: catalog.settings.timeZone ?? 'UTC' };
  const seen = visibleTo(catalog, table.app, namesOf(catalog, table, field));
  // Formulas know neither user nor time, or they would have been refused.
  const nobody = { user: fixed('null::uuid'), roles: [], now: fixed('null::timestamptz'), today: fixed('null::date') };
  /** @type {Formula} */
  const formula = {
    catalog,
    table,
    field,
    column,
    key: KEY_TYPES[table.key],
    watches: watchesOf(tree, table, catalog),
    name: (suffix) => `"plinth"."formula_${hex(field.id)}${suffix}"`,
    calculated: (alias) =>
      asColumn(compileValue(tree, { ...names, ...seen, ...nobody, rows: { row: { table, alias } } }), sqlType),
  };
  const related = relatedFunctions(formula);
  const own = related.filter((entry) => entry.table === table);
  const others = related.filter((entry) => entry.table !== table);
  return {
    functions: [
      ...(related.length > 0 ? [`${formula.name('_reckon')}(${formula.key}[])`] : []),
      ...related.map((entry) => `${entry.name}()`),
      `${formula.name('_row')}()`,
    ],
    statements: [
      ...(related.length > 0 ? [calculateFunction(formula)] : []),
      // Their locks keep related rows unchanged while the column is filled.
      ...others.flatMap((entry) => entry.statements),
      inlined(fill(formula)),
      ...own.flatMap((entry) => entry.statements),
      ...rowTrigger(formula),
    ],
  };
}

/** The trigger of the formula's own table. @param {Formula} formula */
function rowTrigger({ table, field, column, calculated, name, watches }) {
  const columns = [...watches[0].columns].map((one) => ident(one));
  const image = (/** @type {'new' | 'old'} */ which) =>
    join([...columns, column].map((one) => sql`${fixed(which)}.${one}`));
  const locks = locksOf(watches).map(({ steps, strength }) => {
    const { from, tie, end, to } = chainOf(steps, 'new');
    return held(tableSql(to), sql`select ${fixed(end)}.id from ${from} where ${tie}`, strength);
  });
  const body = sql`begin
  if tg_op = 'UPDATE' then
    if row(${image('new')}) is not distinct from row(${image('old')}) then return new; end if;
  end if;
  ${join(locks, '\n  ')}
  new.${column} := ${calculated('new')};
  return new;
end`;
  const trigger = sql`create trigger ${ident(`formula_${hex(field.id)}`)} before insert or update on ${tableSql(table)}
for each row execute function ${fixed(name('_row'))}()`;
  return [functionSql(`${name('_row')}() returns trigger`, body), inlined(trigger)];
}
