import { USER_PARAM, asCondition } from '../../../rules/rights/index.js';
import { fixed, ident, join, param, prepare, sql, withParam } from '../../../postgres/sql/index.js';
import { compileColumn } from './column.js';
import { createCompilation } from './compilation.js';
import { createScope } from './scope.js';
import { checkSpec } from './spec.js';

/** @import { Actor, Catalog, Registry } from '@plinth/plugin' */

/**
 * Rows by key for any number of readers with the same rights. Each key comes with its reader's user id, against which the
 * row is checked. The result has the key's position in the list, the row's id and then the fields.
 *
 * @param {{ catalog: Catalog, registry: Registry, actor: Actor }} source @param {string} tableName @param {readonly string[]} fields
 */
export function compileByKey(source, tableName, fields) {
  const select = fields.map((field) => ({ as: field, field }));
  checkSpec({ table: tableName, select });
  const c = createCompilation(source);
  const table = c.catalog.table(tableName);
  const scope = createScope(c, table);
  const key = fixed(table.key === 'uuid' ? 'uuid[]' : 'bigint[]');
  const columns = [scope.id, ...select.map((column) => compileColumn(scope, column))];
  // The inner selects hide the length of the lists, otherwise the planner would replan the statement for short ones.
  const rows = sql`select i.${ident('$n')}, ${join(columns)}
from unnest((select ${param('keys')}::${key}), (select ${param('users')}::uuid[])) with ordinality i(${join(['$key', '$u', '$n'].map((name) => ident(name)))})
cross join ${scope.from()}
where ${scope.id} = i.${ident('$key')} and ${asCondition(scope.rights)}`;
  return { statement: prepare(withParam(rows, USER_PARAM, ident('$u'))), names: ['id', ...fields] };
}
