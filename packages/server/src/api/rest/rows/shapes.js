/** @import { App, Request } from '../../../types.d.ts' */
/** @import { Cache, Catalog, Filter, QuerySpec, Table } from '@plinth/plugin' */
/** @import { ListQuery } from './read-query.js' */
/** @import { RowShape } from './expand.js' */
import { LIMITS, rightsKey } from '@plinth/data';
import { AppError, createCache, memoize, phrase } from '@plinth/plugin';
import { readOption } from '../read-option.js';
import { fieldNames } from './field-names.js';
import { columnsOf } from './columns.js';
import { aggregatesOf, groupsOf } from './aggregates.js';
import { LIST_OPTIONS } from './list-options.js';
import { findPointing } from './rows-pointing-here.js';

const CACHE_SIZE = { max: 500 };

/**
 * What a list requests, without its values.
 *
 * @typedef {{ spec: QuerySpec, shape: RowShape, groups: boolean }} Shape
 */

/** Cached statements of lists by their shape: equal shapes share one compiled statement. */
export function createShapes() {
  const shapes = memoize(
    (/** @type {Catalog} */ _catalog) => /** @type {Cache<string, Shape>} */ (createCache(CACHE_SIZE)),
  );

  return {
    /** @param {App} app @param {Request} req @param {Table} table @param {ListQuery} query @returns {Shape} */
    of(app, req, table, query) {
      const { catalog, actor } = req.ctx;
      const key = keyOf(table, rightsKey(actor), query);
      return shapes(catalog).getOrMake(key, () => makeShape(app, req, table, query));
    },
  };
}

/**
 * Rights affect more than this table's fields: also which other tables can be expanded.
 *
 * @param {Table} table @param {string} rights @param {ListQuery} query
 */
function keyOf(table, rights, { conditions, options }) {
  const { q, after, before, ...rest } = options;
  const asked = conditions.map(({ path, op }) => [path, op]);
  // A search changes the statement; the words don't.
  return JSON.stringify([table.name, rights, asked, rest, q !== undefined]);
}

/** @param {App} app @param {Request} req @param {Table} table @param {ListQuery} query @returns {Shape} */
function makeShape(app, req, table, query) {
  const { options } = query;
  const totals = aggregatesOf(options.aggregate);
  const groups = groupsOf(options.group);
  if (groups.length > 0 && (options.fields ?? options.expand ?? options.sort ?? options.count) !== undefined)
    throw new AppError('QUERY_INVALID', "fields, sort and count can't be combined with group", { status: 422 });
  const limit = readOption('limit', LIST_OPTIONS.limit, options.limit);
  const names = fieldNames(app, req.ctx.actor, table.name);
  const { select, shape } = columnsOf(app, req, table, names, options, limit);
  const where = whereOf(app, req, table, query);
  /** @type {QuerySpec} */
  const spec = {
    table: table.name,
    strict: true,
    select: groups.length > 0 ? [] : select,
    limit,
    ...(where && { where }),
    ...(options.q !== undefined && { search: { param: 'q' } }),
    ...(groups.length > 0
      ? { groups }
      : {
          sort: sortOf(options.sort),
          cursor: { after: 'after', before: 'before' },
          count: readOption('count', LIST_OPTIONS.count, options.count),
        }),
    ...(totals.length > 0 && { totals }),
  };
  return { spec, shape, groups: groups.length > 0 };
}

/**
 * The comparisons and the condition of a list's address as a filter. A list of rows that refer to this table can be
 * checked for a row, like a many-to-many field.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {ListQuery} query @returns {Filter | undefined}
 */
export function whereOf(app, req, table, { conditions, options }) {
  /** @type {any[]} */
  const all = conditions.map(({ path, op, param }) => {
    if (op === 'empty' || op === 'filled') return { field: path, op };
    const pointing = op === 'has' || op === 'lacks' ? findPointing(app, req, table, path) : null;
    if (!pointing) return { field: path, op, value: { param } };
    const where = { field: 'id', op: 'eq', value: { param } };
    const child = { child: `${pointing.table.name}.${pointing.field.name}`, where };
    return op === 'lacks' ? { not: child } : child;
  });
  if (options.filter !== undefined) all.push({ expression: options.filter });
  return all.length > 0 ? { all } : undefined;
}

/** @param {string | undefined} text */
export function sortOf(text) {
  const parts = (text ?? '').split(',').filter(Boolean);
  if (parts.length > LIMITS.sortFields)
    throw new AppError('QUERY_INVALID', phrase`Rows can be sorted by at most ${LIMITS.sortFields} fields`, {
      status: 422,
      hint: 'Leave out the last ones',
    });
  return parts.map((part) => ({
    field: part.replace(/^[-+ ]/, ''),
    ...(part.startsWith('-') && { descending: true }),
  }));
}
