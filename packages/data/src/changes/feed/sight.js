/** @import { Actor, Catalog, Filter, Registry } from '@plinth/plugin' */
/** @import { Run } from '../../rows/compile/compilation.js' */
import { compileColumn } from '../../rows/compile/column.js';
import { createCompilation } from '../../rows/compile/compilation.js';
import { compileFilter } from '../../rows/compile/filter.js';
import { createScope } from '../../rows/compile/scope.js';
import { USER_PARAM, asCondition, readableField } from '../../rights/index.js';
import { Param, fixed, ident, join, param, prepare, sql, withParam } from '../../sql/index.js';

/** @typedef {ReturnType<typeof compileSight>} Sight */

/**
 * What actors of one kind of rights see of a table through a filter, as statements for as many rows and users as there
 * are. Who may not read a field that the filter names is told that there is none.
 *
 * @param {{ catalog: Catalog, registry: Registry, actor: Actor }} source
 * @param {{ table: string, where?: Filter, fields?: readonly string[] }} wanted fields: default all that may be read
 * @throws FIELD_NOT_FOUND, FILTER_INVALID
 */
export function compileSight(source, { table: name, where, fields }) {
  const { catalog, registry, actor } = source;
  const table = catalog.table(name);
  const c = createCompilation(source);
  const scope = createScope(c, table);
  const readable = table.fields
    .filter((field) => registry.has('fieldType', field.type) && readableField(actor, table, field))
    .map((field) => field.name);
  const names = [...new Set(fields ?? readable)].filter((field) => field !== 'id');
  const columns = [scope.id, ...names.map((field) => compileColumn(scope, { as: field, field }))];
  const filter = where === undefined ? sql`true` : sql`(${compileFilter(scope, where)})`;
  const condition = sql`${asCondition(scope.rights)} and ${filter}`;
  const type = fixed(table.key === 'uuid' ? 'uuid' : 'bigint');
  const lists = sql`unnest((select ${param('keys')}::${type}[]), (select ${param('users')}::uuid[]))`;
  const pairs = join(
    ['$key', '$u', '$n'].map((one) => ident(one)),
    ', ',
  );
  const rows = sql`select i.${ident('$n')}, ${join(columns)}
from ${lists} with ordinality i(${pairs})
cross join ${scope.from()}
where ${scope.id} = i.${ident('$key')} and ${condition}`;
  const ids = sql`select ${scope.id}::text as id from ${scope.from()} where ${condition} limit ${param('limit')}::int`;

  const byUser = rows.values.some((value) => value instanceof Param && value.name === USER_PARAM);

  /** @param {Run} run */
  const values = (run) => Object.fromEntries([...c.resolvers].map(([key, read]) => [key, read(run)]));
  return {
    table: name,
    tableId: table.id,
    names: ['id', ...names],
    rows: prepare(withParam(rows, USER_PARAM, ident('$u'))),
    ids: prepare(ids),
    values,
    /** Whether it depends on who looks, besides the kind of his rights. */
    byUser,
    /** What may keep rows from being seen: nothing, only the filter, or rights. */
    limits: scope.rights !== 'all' ? 'rights' : where === undefined ? 'nothing' : 'filter',
    nothing: scope.rights === 'none',
    readId: table.key === 'uuid' ? (/** @type {string} */ key) => key : Number,
  };
}
