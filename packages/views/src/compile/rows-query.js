/** @import { Actor, Cache, Filter, Query, QuerySpec, RowsOptions, Sort, Table, ViewState } from '@plinth/plugin' */
import { createCache, memoize } from '@plinth/plugin';
import { conditionsIn } from './state-conditions.js';

/** Cached shapes of one view's statement; others are compiled again. */
const SPECS = { max: 100 };

/**
 * Makes the statement of a view for a state. States of the same shape (same conditions, same order) get the same spec
 * object, by whose identity the data layer caches compiled SQL; values are passed as params.
 *
 * @param {Table} table @param {RowsOptions} options @param {string} [locale] of the reader, for searches
 * @returns {(state: ViewState, actor: Actor) => Query}
 */
export function createRowsQuery(table, options, locale) {
  const specs = /** @type {Cache<string, QuerySpec>} */ (createCache(SPECS));
  const scopes = createNumbers();
  const sortable = new Set(options.sortable ?? []);

  return (state) => {
    const sort = chosenSort(state.sorts, sortable, options.sort);
    const shape = shapeOf(state, sort, options, scopes);
    const spec = specs.getOrMake(shape, () => makeSpec({ table, locale }, options, state, sort));
    return { spec, params: paramsOf(state, options) };
  };
}

/** Conditions in which the row of a show view is looked up. */
export const ROW_BY_ID = Object.freeze(
  /** @type {Filter} */ ({ field: 'id', op: 'eq', value: Object.freeze({ param: 'row' }) }),
);

/**
 * @param {readonly Sort[]} wanted @param {Set<string>} sortable @param {readonly Sort[] | undefined} normal
 * @returns {readonly Sort[] | undefined}
 */
function chosenSort(wanted, sortable, normal) {
  const chosen = wanted.filter(({ field }) => sortable.has(field));
  return chosen.length > 0 ? chosen : normal;
}

/**
 * @param {ViewState} state @param {readonly Sort[] | undefined} sort @param {RowsOptions} options
 * @param {(object: object) => number} scopes
 */
function shapeOf(state, sort, options, scopes) {
  let shape =
    sort === options.sort || !sort
      ? ''
      : sort.map(({ descending, field }) => `${descending ? '-' : ''}${field}`).join();
  if (options.byId && state.id !== null) return `${shape}#`;
  if (state.scope) shape += `@${scopes(state.scope.where)}`;
  if (options.search && state.search) shape += '?';
  if (options.countable && state.count) shape += '#count';
  return shape + conditionsIn(state).shape;
}

/**
 * @param {{ table: Table, locale: string | undefined }} of @param {RowsOptions} options @param {ViewState} state
 * @param {readonly Sort[] | undefined} sort @returns {QuerySpec}
 */
function makeSpec({ table, locale }, options, state, sort) {
  const where = allOf([options.where, ...conditionsOf(options, state)]);
  return Object.freeze({
    table: table.name,
    select: Object.freeze([...options.select]),
    ...(where && { where }),
    ...(options.search && state.search && { search: { param: 'search', locale } }),
    ...(sort && sort.length > 0 && { sort }),
    limit: options.limit ?? 25,
    leaveOut: true,
    ...(options.paging !== false && { cursor: { after: 'after', before: 'before' } }),
    ...(options.totals && options.totals.length > 0 && { totals: options.totals }),
    ...(options.countable && state.count && { count: /** @type {const} */ ('exact') }),
    ...(options.groups && { groups: options.groups }),
    ...(options.parts && { parts: options.parts }),
  });
}

/** @param {RowsOptions} options @param {ViewState} state @returns {Filter[]} */
function conditionsOf(options, state) {
  if (options.byId && state.id !== null) return [ROW_BY_ID];
  return [...(state.scope ? [state.scope.where] : []), ...conditionsIn(state).where];
}

/** @param {ViewState} state @param {RowsOptions} options */
function paramsOf(state, options) {
  /** @type {Record<string, unknown>} */
  const params = { ...options.params };
  if (options.byId && state.id !== null) {
    params.row = state.id;
    return params;
  }
  if (state.scope) Object.assign(params, state.scope.params);
  Object.assign(params, conditionsIn(state).params);
  if (options.search && state.search) params.search = state.search;
  if (options.paging !== false) {
    params.after = state.after;
    params.before = state.before;
  }
  return params;
}

/** @param {(Filter | null | undefined)[]} filters @returns {Filter | undefined} */
export function allOf(filters) {
  const given = filters.filter((filter) => filter !== null && filter !== undefined);
  return given.length > 1 ? { all: given } : given[0];
}

/** A small number for each object, by identity. @returns {(object: object) => number} */
function createNumbers() {
  let last = 0;
  return memoize(() => ++last);
}
