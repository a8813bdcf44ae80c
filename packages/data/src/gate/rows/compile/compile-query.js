import { phrase } from '@plinth/plugin';
import { asCondition } from '../../../rules/rights/index.js';
import { fixed, ident, join, prepare, sql, whole } from '../../../postgres/sql/index.js';
import { queryInvalid } from '../../../postgres/errors/row-errors.js';
import { aboutStatement } from './about.js';
import { aggregateValue } from './aggregate.js';
import { compileChoices } from './choices.js';
import { compileColumn } from './column.js';
import { createCompilation } from './compilation.js';
import { cursorMark } from './cursor.js';
import { estimateOf, mayBeGuessed } from './estimate.js';
import { compileFilter } from './filter.js';
import { firstPartsSql } from './first-parts.js';
import { groupColumns, groupsSql } from './groups.js';
import { partsSql } from './parts.js';
import { createScope } from './scope.js';
import { foundByIndex, foundByText, foundByWord } from './search-index.js';
import { compileSearch } from './search.js';
import { leavingOut } from './leaving-out.js';
import { isOpenEnded } from './open-ended.js';
import { segments } from './seek.js';
import { sortKeys } from './sort.js';
import { checkSpec, limitOf } from './spec.js';
import { textFilterIn } from './text-filter.js';

/** @import { Actor, Catalog, QuerySpec, Registry, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Via } from '../../../rules/rights/predicate.js' */
/** @import { Scope } from './scope.js' */
/** @import { Position, Segment } from './seek.js' */
/** @import { SortKey } from './sort.js' */
/** @typedef {{ catalog: Catalog, registry: Registry, actor: Actor, spec: QuerySpec, via?: Via }} Source */
/**
 * `index`: with a word that a search index could find; `filter`: no search, but the filter contains such a text
 *
 * `typed`: the same of a search that is also a number or a day
 *
 * @typedef {'no' | 'reading' | 'index' | 'filter' | 'reading typed' | 'index typed'} Searching
 */
/** @typedef {{ position: Position, searching: Searching }} Variant */
/** @typedef {ReturnType<typeof compileQuery>} CompiledQuery */

/**
 * A query as one prepared statement for all actors with the same rights. The text depends on the variant: in which
 * direction to read from a row (and which of its sort values are empty), and whether there is a search.
 *
 * @param {Source} source @param {Variant} variant
 */
export function compileQuery(source, variant) {
  const { spec } = source;
  checkSpec(spec);
  const c = createCompilation({ ...source, leaveOut: spec.leaveOut, strict: spec.strict });
  const compiled = compileKind(c, source, variant);
  const { statement, estimate } = compiled;
  const sent = estimate ? [statement, estimate.guess, estimate.count] : [statement];
  // Who may share the result is known from the values that are read, so nothing is read that no statement binds.
  const resolvers = [...c.resolvers].filter(([name]) => sent.some(({ params }) => params.has(name)));
  return { ...compiled, resolvers, isOpenEnded: isOpenEnded(spec, variant) };
}

/** @param {ReturnType<typeof createCompilation>} c @param {Source} source @param {Variant} variant */
function compileKind(c, { spec, via }, variant) {
  if (spec.table === null) return compileForm(c, spec);
  const table = c.catalog.table(spec.table);
  if (spec.groups?.length) return compileGroups(c, table, spec, via, variant);
  if (spec.parts) return compileParts(c, table, spec, via, variant);
  if (spec.count === 'about') return compileAbout(c, table, spec, via, variant);
  return compileRows(c, table, spec, via, variant);
}

/**
 * @param {ReturnType<typeof createCompilation>} c @param {Table} table @param {QuerySpec} spec @param {Via | undefined}
 *   via
 * @param {Variant} variant
 */
function compileRows(c, table, spec, via, variant) {
  const scope = createScope(c, table, { via });
  const keys = sortKeys(scope, spec.sort);
  const page = pageSql(scope, spec, keys, variant);
  const guessed = spec.count === 'estimate' && mayBeGuessed(scope, spec);
  const counted = !guessed && (spec.count === 'exact' || spec.count === 'estimate');
  const inTotal = { counted, searching: variant.searching };
  const statement = prepare(spec.totals?.length || counted ? withTotals(c, table, spec, via, page, inTotal) : page);
  const estimate = guessed ? guess(c, table, spec, via) : null;
  return { statement, estimate, counted, keys, mark: cursorMark(table.name, keys), limit: limitOf(spec) };
}

/** @param {ReturnType<typeof createCompilation>} c @param {Table} table @param {QuerySpec} spec @param {Via | undefined} via */
function guess(c, table, spec, via) {
  const scope = createScope(c, table, { via });
  return estimateOf(scope, rowConditions(scope, spec, 'no'));
}

/**
 * An empty form: one record of choices, no table.
 *
 * @param {ReturnType<typeof createCompilation>} c @param {QuerySpec} spec
 */
function compileForm(c, spec) {
  const columns = spec.select.map((select) => {
    if (!('choices' in select)) throw queryInvalid('A query without a table can only ask for choices');
    const choices = leavingOut(c, () => compileChoices(c, null, select), fixed(`'[]'::jsonb`));
    return sql`${choices} as ${ident(select.as)}`;
  });
  const statement = prepare(sql`select ${join([sql`null as id`, ...columns])}`);
  return { statement, estimate: null, counted: false, keys: /** @type {SortKey[]} */ ([]), mark: '', limit: 1 };
}

/**
 * Groups have no position in an order of rows, so no cursor.
 *
 * @param {ReturnType<typeof createCompilation>} c @param {Table} table @param {QuerySpec} spec @param {Via | undefined}
 *   via
 * @param {Variant} variant
 */
function compileGroups(c, table, spec, via, { searching }) {
  const scope = createScope(c, table, { via });
  const groups = /** @type {readonly import('@plinth/plugin').Group[]} */ (spec.groups);
  const columns = groupColumns(scope, groups);
  const totals = totalColumns(scope, spec);
  const conditions = rowConditions(scope, spec, searching);
  const limit = limitOf(spec);
  const statement = prepare(groupsSql(scope, { groups, columns, totals, conditions, limit }));
  return { statement, estimate: null, counted: false, keys: /** @type {SortKey[]} */ ([]), mark: '', limit };
}

/**
 * The first rows of each part, beside what the part adds up to. Places are as in a list of the same order, so that a
 * part's cursor goes on in one.
 *
 * @param {ReturnType<typeof createCompilation>} c @param {Table} table @param {QuerySpec} spec @param {Via | undefined} via
 * @param {Variant} variant
 */
function compileParts(c, table, spec, via, { searching }) {
  const parts = /** @type {NonNullable<QuerySpec['parts']>} */ (spec.parts);
  const groups = parts.by.map((field, i) => ({ as: `$p${i}`, field, ...(i === 0 && { step: parts.step }) }));
  const { firstDay } = /** @type {{ firstDay?: number }} */ (c.catalog.settings);
  /** @param {{ totals?: QuerySpec['totals'] }} [of] */
  const reader = ({ totals } = {}) => {
    const scope = createScope(c, table, { via });
    return {
      scope,
      by: groupColumns(scope, groups, { firstDay }),
      totals: totalColumns(scope, { ...spec, totals }),
      conditions: rowConditions(scope, spec, searching),
    };
  };
  const scope = createScope(c, table, { via });
  const keys = sortKeys(scope, spec.sort);
  const columns = rowColumns(scope, spec, keys);
  const limit = limitOf(spec);
  const ranked = reader();
  const order = sortKeys(ranked.scope, spec.sort);
  const limits = { perPart: limitOf(parts), limit };
  const read = { rows: { scope, columns }, ranked: { ...ranked, order }, summed: reader(parts) };
  const labelled = { scope: createScope(c, table, { via }), field: parts.by[0] };
  const { most } = parts;
  const statement = prepare(most ? firstPartsSql({ ...read, labelled }, { ...limits, most }) : partsSql(read, limits));
  return { statement, estimate: null, counted: false, keys, mark: cursorMark(table.name, keys), limit };
}

/** @param {Scope} scope @param {QuerySpec} spec @param {SortKey[]} keys */
function rowColumns(scope, spec, keys) {
  return [
    sql`${scope.id} as id`,
    ...spec.select
      .filter(({ as }) => as !== 'id')
      .map((select) => {
        const column = leavingOut(scope.c, () => compileColumn(scope, select), fixed('null'));
        return sql`${column} as ${ident(select.as)}`;
      }),
    ...keys.map((key, i) => sql`${key.column}::text as ${ident(`$k${i}`)}`),
  ];
}

/** @param {Scope} scope @param {QuerySpec} spec @param {SortKey[]} keys @param {Variant} variant */
function pageSql(scope, spec, keys, { position, searching }) {
  const columns = rowColumns(scope, spec, keys);
  const conditions = rowConditions(scope, spec, searching);
  const inOrder = isIndexed(scope.table, keys[0]);
  const parts = segments(scope.c, keys, position, inOrder);
  const plan = { columns, conditions, parts, limit: limitOf(spec) };
  const keysFound = indexKeys(scope, spec, searching);
  if (!keysFound) return pageOf(scope, plan);
  // The statement itself decides at run time whether to use the index or to read the rows in order.
  const ordered = inOrder || keys.length === 1;
  const { found, some, all } = foundByIndex(scope, keysFound, { ...plan, ordered });
  const gated = (/** @type {Fragment} */ gate) =>
    parts.map(({ where, order }) => ({ where: where ? sql`${gate} and ${where}` : gate, order }));
  return sql`with ${found} ${pageOf(scope, { ...plan, parts: [...gated(some), ...gated(all)] })}`;
}

/**
 * What a search index could find; null: nothing.
 *
 * @param {Scope} scope @param {QuerySpec} spec @param {Searching} searching
 */
function indexKeys(scope, { search, where }, searching) {
  if (searching.startsWith('index') && search) return foundByWord(scope, search, searching.endsWith('typed'));
  const filter = searching === 'filter' ? textFilterIn(where) : null;
  return filter && foundByText(scope, filter);
}

/**
 * @param {Scope} scope
 * @param {{ columns: Fragment[], conditions: Fragment[], parts: Segment[], limit: number }} plan
 */
function pageOf(scope, { columns, conditions, parts, limit: rows }) {
  const from = scope.from();
  // One additional row shows whether there is a next page. A literal, because the planner must know how few rows are
  // needed.
  const limit = whole(rows + 1);
  const selects = parts.map(({ where, order }, i) => {
    const all = where ? [...conditions, where] : conditions;
    const part = parts.length > 1 ? sql`, ${whole(i)} as ${ident('$part')}` : sql``;
    return sql`select ${join(columns, ',\n  ')}${part}
from ${from}
${all.length ? sql`where ${join(all, '\n  and ')}` : sql``}
order by ${order}
limit ${limit}`;
  });
  return selects.length === 1
    ? selects[0]
    : sql`select * from ((${join(selects, ')\nunion all\n(')})) parts limit ${limit}`;
}

/**
 * Rights, filter and search, which apply to every page of the list.
 *
 * @param {Scope} scope @param {QuerySpec} spec @param {Searching} searching
 */
function rowConditions(scope, spec, searching) {
  /** @type {Fragment[]} */
  const conditions = [];
  if (scope.rights !== 'all') conditions.push(asCondition(scope.rights));
  const { where } = spec;
  // Rows must not be distinguished by what their reader may not know.
  if (where !== undefined)
    conditions.push(sql`(${leavingOut(scope.c, () => compileFilter(scope, where), fixed('false'))})`);
  if (spec.search && /^(reading|index)/.test(searching))
    conditions.push(compileSearch(scope, spec.search, searching.endsWith('typed')));
  return conditions;
}

/**
 * The page beside one record of totals in one statement; the record is returned even if the page is empty.
 *
 * @param {ReturnType<typeof createCompilation>} c @param {Table} table @param {QuerySpec} spec @param {Via | undefined}
 *   via
 * @param {Fragment} page @param {{ counted: boolean, searching: Searching }} how
 */
function withTotals(c, table, spec, via, page, { counted, searching }) {
  const scope = createScope(c, table, { via });
  const columns = totalColumns(scope, spec).map((total, i) => sql`${total} as ${ident(`$t${i}`)}`);
  if (counted) columns.push(sql`count(*) as ${ident('$count')}`);
  const conditions = rowConditions(scope, spec, searching);
  const rows = (/** @type {Fragment[]} */ all) => sql`select ${join(columns)}
  from ${scope.from()}
  ${all.length ? sql`where ${join(all, ' and ')}` : sql``}`;
  const keysFound = indexKeys(scope, spec, searching);
  const totals = keysFound
    ? totalsOfFound(foundByIndex(scope, keysFound, { conditions, ...WITHOUT_ORDER }), rows, conditions)
    : rows(conditions);
  return sql`with page as (select p.*, row_number() over () as ${ident('$row')} from (${page}) p),
totals as (
  ${totals}
)
select * from totals left join page on true`;
}

/**
 * @param {ReturnType<typeof createCompilation>} c @param {Table} table @param {QuerySpec} spec
 * @param {Via | undefined} via @param {Variant} variant
 */
function compileAbout(c, table, spec, via, { searching }) {
  const scope = createScope(c, table, { via });
  const isGuessed = mayBeGuessed(scope, spec);
  const conditions = rowConditions(scope, spec, searching);
  const statement = aboutStatement(scope, isGuessed, conditions, (rows) => {
    const keysFound = indexKeys(scope, spec, searching);
    return (
      keysFound && totalsOfFound(foundByIndex(scope, keysFound, { conditions, ...WITHOUT_ORDER }), rows, conditions)
    );
  });
  const estimate = isGuessed ? guess(c, table, spec, via) : null;
  return { statement, estimate, counted: false, keys: /** @type {SortKey[]} */ ([]), mark: '', limit: 1 };
}

/** Totals cover all matching rows, whatever page is shown. */
const WITHOUT_ORDER = { parts: [{ where: null, order: fixed('1') }], limit: 0, ordered: false };

/**
 * If few rows have the word they are checked one by one; if there are too many the index does not help, and all rows of
 * the table are read.
 *
 * @param {ReturnType<typeof foundByIndex>} found @param {(conditions: Fragment[]) => Fragment} rows @param {Fragment[]}
 *   conditions
 */
function totalsOfFound({ found, some, all }, rows, conditions) {
  return sql`with ${found} select few.* from (${rows([some, ...conditions])}) few where (${all}) is not true
  union all
  select many.* from (${rows([all, ...conditions])}) many where ${all}`;
}

/** @param {Scope} scope @param {QuerySpec} spec */
function totalColumns(scope, spec) {
  return (spec.totals ?? []).map(({ aggregate, field }) => {
    if (!['count', 'sum', 'avg', 'min', 'max'].includes(aggregate))
      throw queryInvalid(phrase`There is no total "${String(aggregate).slice(0, 40)}"`);
    const value = () => aggregateValue(scope, aggregate, field === undefined ? null : scope.resolve(field));
    // Without an aggregate, a statement of totals would return a record for each row, or none.
    return leavingOut(scope.c, value, fixed('max(null::text)'));
  });
}

/** @param {Table} table @param {SortKey | undefined} key */
function isIndexed(table, key) {
  if (!key?.found.own) return false;
  const { name, unique, target } = key.found.field;
  return unique || target !== null || table.indexes.some((index) => !index.kind && index.fields[0] === name);
}
