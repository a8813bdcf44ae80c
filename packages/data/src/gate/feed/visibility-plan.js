/** @import { Actor, Catalog, Filter, Registry } from '@plinth/plugin' */
/** @import { Compilation } from '../rows/compile/compilation.js' */
/** @import { Run } from '../types.d.ts' */
import { compileColumn } from '../rows/compile/column.js';
import { createCompilation } from '../rows/compile/compilation.js';
import { compileFilter } from '../rows/compile/filter.js';
import { createScope } from '../rows/compile/scope.js';
import { USER_PARAM, asCondition, readableField } from '../../rules/rights/index.js';
import { Fragment, Param, fixed, ident, join, param, prepare, sql, withParam } from '../../postgres/sql/index.js';

/** @typedef {ReturnType<typeof compileVisibility>} VisibilityPlan */

/**
 * What actors with the same rights see of a table through a filter, as statements for any number of rows and users. A
 * filter over an unreadable field is refused as if the field did not exist.
 *
 * @param {{ catalog: Catalog, registry: Registry, actor: Actor }} source
 * @param {{ table: string, where?: Filter, params?: Record<string, unknown>, fields?: readonly string[] }} wanted
 *   params: parameters of the filter; fields: by default all that may be read
 * @throws FIELD_NOT_FOUND, FILTER_INVALID
 */
export function compileVisibility(source, { table: name, where, params = {}, fields }) {
  const { catalog, registry, actor } = source;
  const table = catalog.table(name);
  const c = createCompilation({ ...source, strict: true });
  const scope = createScope(c, table);
  const readable = table.fields
    .filter((field) => registry.has('fieldType', field.type) && readableField(actor, table, field))
    .map((field) => field.name);
  const selected = [...new Set(fields ?? readable)].filter((field) => field !== 'id');
  const columns = [
    scope.id,
    ...selected.map((field, i) => sql`${compileColumn(scope, { as: field, field })} as ${ident(`f${i}`)}`),
  ];
  const filter = where === undefined ? sql`true` : sql`(${apart(c, compileFilter(scope, where))})`;
  const condition = sql`${asCondition(scope.rights)} and ${filter}`;
  const from = scope.from();
  const ids = sql`select ${scope.id}::text as id from ${from} where ${condition} limit ${param('limit')}::int`;

  /** @param {Omit<Run, 'params'>} run */
  const values = (run) => Object.fromEntries([...c.resolvers].map(([key, read]) => [key, read({ ...run, params })]));
  const slots = paramsIn([...columns, from, condition]);
  const constants = scalarsOf(slots, values({ ...NEVER, actor }));
  const type = fixed(table.key === 'uuid' ? 'uuid' : 'bigint');
  const lists = [sql`${param('keys')}::${type}[]`, sql`${param('users')}::uuid[]`];
  for (const constant of constants) lists.push(sql`${param(constant)}::text[]`);
  const names = ['$key', '$u', ...constants.map((constant) => `$${constant}`), '$n'];
  // The inner selects hide the length of the lists, otherwise the planner would replan the statement for short ones.
  let rows = sql`select ${join(columns)}
from ${from}
where ${scope.id} = i.${ident('$key')} and ${condition}`;
  for (const constant of [USER_PARAM, ...constants])
    rows = withParam(rows, constant, ident('i', constant === USER_PARAM ? '$u' : `$${constant}`));
  const all = sql`select i.${ident('$n')}, r.*
from unnest(${join(lists.map((list) => sql`(select ${list})`))}) with ordinality i(${join(names.map((one) => ident(one)))})
cross join lateral (${rows}) r`;
  const statement = prepare(all);
  return {
    table: name,
    tableId: table.id,
    names: ['id', ...selected],
    rows: statement,
    /** Values of the filter that are bound as lists, with one entry for each row. */
    constants,
    /** Equal for audiences that can share a statement. */
    shape: `${statement.name} ${fixedValues(all.values, without(values({ ...NEVER, actor }), constants))}`,
    ids: prepare(ids),
    values,
    /** Whether it depends on the user in addition to their rights. */
    byUser: slots.includes(USER_PARAM),
    /** What may hide rows: nothing, only the filter, or rights. */
    limits: scope.rights !== 'all' ? 'rights' : where === undefined ? 'nothing' : 'filter',
    nothing: scope.rights === 'none',
    readId: table.key === 'uuid' ? (/** @type {string} */ key) => key : Number,
  };
}

/** Dummy values for finding out which parameters are scalars. */
const NEVER = { now: new Date(0), timeZone: 'UTC', today: '1970-01-01', siteToday: '1970-01-01', cursor: null };

/**
 * The same filter with its literals turned into parameters, so that filters that differ only in literals share a
 * statement. Literals are the values that stand before a cast.
 *
 * @param {Compilation} c @param {Fragment} filter
 */
function apart(c, { texts, values }) {
  const own = values.map((value, i) =>
    typeof value === 'string' && texts[i + 1].startsWith('::') ? c.slot(() => value).values[0] : value,
  );
  return new Fragment(texts, own);
}

/** @param {readonly Fragment[]} fragments @returns {string[]} */
function paramsIn(fragments) {
  const names = fragments.flatMap(({ values }) =>
    values.flatMap((value) => (value instanceof Param ? [value.name] : [])),
  );
  return [...new Set(names)];
}

/** Parameters whose values fit into a list of texts. @param {readonly string[]} names @param {Record<string, unknown>} values */
function scalarsOf(names, values) {
  return names.filter((name) => name !== USER_PARAM && (values[name] === null || typeof values[name] !== 'object'));
}

/** What differs between two plans with the same text. @param {readonly unknown[]} values @param {Record<string, unknown>} slots */
function fixedValues(values, slots) {
  const own = values.map((value) => (value instanceof Param ? (slots[value.name] ?? null) : value));
  return JSON.stringify(own.map((value) => (typeof value === 'bigint' ? String(value) : value)));
}

/** @param {Record<string, unknown>} values @param {readonly string[]} names */
function without(values, names) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name) && name !== USER_PARAM));
}
