/** @import { Cache, Catalog, EmbedRelation, Filter, ViewState } from '@plinth/plugin' */
import { createCache, memoize } from '@plinth/plugin';
import { ROW_BY_ID, allOf } from '../compile/rows-query.js';
import { conditionOf, conditionsIn } from '../compile/state-conditions.js';

/**
 * @typedef {{ where: Filter, params: Record<string, unknown> }} RowScope
 * @typedef {(scope: RowScope) => RowScope} Relate
 */

/** Shapes of conditions cached per view; see rows-query. */
const SHAPES = { max: 100 };

/**
 * The row that a view shows, as a condition that other views can relate to. Nothing is read for it: the related views'
 * statements contain it as a subquery, so that a page needs one round trip however its views depend on each other.
 *
 * @param {number} depth separates the params of nested conditions
 * @param {boolean} byFilters conditions in the address select the row if there is no id
 * @returns {(state: ViewState) => RowScope | null} null: the state selects no row
 */
export function createRowScope(depth, byFilters) {
  const known = /** @type {Cache<string, Filter>} */ (createCache(SHAPES));
  return (state) => {
    if (state.id !== null) return { where: ROW_BY_ID, params: { row: state.id } };
    if (state.scope || state.filters.length === 0 || !byFilters) return state.scope;
    /** @type {Record<string, unknown>} */
    const params = {};
    const shape = conditionsIn(state).shape;
    const conditions = state.filters.map((filter, i) => conditionOf(filter, `p${depth}_${i}`, params));
    return { where: known.getOrMake(shape, () => /** @type {Filter} */ (allOf(conditions))), params };
  };
}

/**
 * The condition on the rows of an embedded view, from the condition on the surrounding view's row. The same condition
 * always gives the same object, by which the statement's shape is recognized.
 *
 * @param {EmbedRelation} relation @param {string} table name of the surrounding view's table
 * @param {Catalog} catalog
 * @returns {Relate}
 */
export function createRelate(relation, table, catalog) {
  if (relation.kind === 'same' || relation.kind === 'independent') return (scope) => scope;
  const related = memoize((/** @type {Filter} */ where) =>
    relation.kind === 'child'
      ? ofChildren(relation.relation, where, catalog)
      : /** @type {Filter} */ ({ child: `${table}.${relation.field}`, where }),
  );
  return ({ where, params }) => ({ where: related(where), params });
}

/**
 * A condition on a row, as one on the rows that refer to it. A field with many values can't be followed like a path;
 * one of its targets has to meet the condition.
 *
 * @param {string} relation such as replies.thread @param {Filter} where @param {Catalog} catalog
 * @returns {Filter}
 */
function ofChildren(relation, where, catalog) {
  const [table, field] = relation.split('.');
  const found = catalog.hasTable(table) && catalog.table(table).hasField(field) && catalog.table(table).field(field);
  return found && found.traits.isMany ? { child: field, where } : along(field, where);
}

/**
 * A condition on a row, as one on the rows that refer to it by this field.
 *
 * @param {string} field @param {Filter} filter @returns {Filter}
 */
function along(field, filter) {
  if ('all' in filter) return { all: filter.all.map((step) => along(field, step)) };
  if ('any' in filter) return { any: filter.any.map((step) => along(field, step)) };
  if ('not' in filter) return { not: along(field, filter.not) };
  if ('child' in filter) return { ...filter, of: filter.of ? `${field}.${filter.of}` : field };
  if ('expression' in filter) return { ...filter, of: filter.of ? `${field}.${filter.of}` : field };
  const path = filter.field === 'id' ? field : `${field}.${filter.field}`;
  return { ...filter, field: path };
}
