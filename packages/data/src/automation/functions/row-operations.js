/** @import { Actor, Cache, Catalog, Query, QuerySpec, Registry, Result, Table } from '@plinth/plugin' */
import { AppError, createCache, memoize } from '@plinth/plugin';
import { readableField } from '../../rules/rights/index.js';
import { conditionsOf, groupsOf, listOf, objectOf, optionsOf, sortOf, totalsOf } from './row-queries.js';

/** @typedef {ReturnType<typeof import('../../gate/rows/index.js').createRows>['rows']} Rows */

const LIST_OPTIONS = ['where', 'filter', 'search', 'sort', 'fields', 'limit', 'after'];
const AGGREGATE_OPTIONS = ['where', 'filter', 'group', 'count', 'sum', 'avg', 'min', 'max', 'limit'];
const USUAL_ROWS = 50;
const MOST_GROUPS = 500;

/** @typedef {(actor: Actor, queries: readonly Query[]) => Promise<Result[]>} Select */
/** @typedef {(actor: Actor, table: string, id: any) => Promise<Record<string, any>>} Get */

/**
 * `plinth.rows(table)`: the gate, with the rights of the actor.
 *
 * @param {{ catalog: () => Catalog, registry: Registry, rows: Rows }} context
 */
export function createRowOperations({ catalog, registry, rows }) {
  // Data caches compiled SQL by a spec's identity, so calls of one shape share a spec.
  const specs = memoize(
    (/** @type {Catalog} */ _catalog) => /** @type {Cache<string, QuerySpec>} */ (createCache({ max: 2000 })),
  );
  /** @param {QuerySpec} spec */
  const shared = (spec) => specs(catalog()).getOrMake(JSON.stringify(spec), () => spec);

  /** Those that read with these. @param {Get} get @param {Select} select */
  return (get, select) => ({
    /** @param {Actor} actor @param {string} table @param {unknown} [given] */
    async list(actor, table, given) {
      const options = optionsOf(given, LIST_OPTIONS);
      const { limit = USUAL_ROWS, search, after = null } = options;
      const names = options.fields
        ? listOf(options.fields).map(String)
        : readable(registry, actor, catalog().table(table));
      /** @type {Record<string, unknown>} */
      const params = { ...(search !== undefined && { search }), after };
      const spec = {
        table,
        select: names.filter((name) => name !== 'id').map((name) => ({ as: name, field: name })),
        ...conditionsOf(options, params),
        ...(search !== undefined && { search: { param: 'search' } }),
        sort: sortOf(options.sort),
        limit,
        cursor: { after: 'after', before: 'before' },
      };
      const { rows: found, next } = (await select(actor, [{ spec: shared(spec), params }]))[0];
      return { rows: found, next };
    },

    /** One record, or one for each group. @param {Actor} actor @param {string} table @param {unknown} [given] */
    async aggregate(actor, table, given) {
      const options = optionsOf(given, AGGREGATE_OPTIONS);
      /** @type {Record<string, unknown>} */
      const params = {};
      const groups = options.group ? groupsOf(options.group) : null;
      const limit = groups ? (options.limit ?? MOST_GROUPS) : 1;
      const spec = { table, select: [], ...conditionsOf(options, params), totals: totalsOf(options), limit };
      const result = (await select(actor, [{ spec: shared(groups ? { ...spec, groups } : spec), params }]))[0];
      return groups ? result.rows : result.totals;
    },

    /** @param {Actor} actor @param {string} table @param {unknown} id @returns {Promise<object | null>} */
    async get(actor, table, id) {
      try {
        return await get(actor, table, id);
      } catch (error) {
        if (error instanceof AppError && error.code === 'ROW_NOT_FOUND') return null;
        throw error;
      }
    },

    /** @param {Actor} actor @param {string} table @param {unknown} values */
    insert: (actor, table, values) => rows.insert(actor, table, objectOf(values)),

    /** @param {Actor} actor @param {string} table @param {unknown} id @param {unknown} values */
    update: (actor, table, id, values) => rows.update(actor, table, id, objectOf(values)),

    /**
     * Changes a row only if it is still as it was read; else answers with the row as it is now.
     *
     * @param {Actor} actor @param {string} table @param {unknown} id @param {unknown} values @param {unknown} seen
     * @returns {Promise<{ row: Record<string, any>, isChanged: boolean }>}
     */
    async change(actor, table, id, values, seen) {
      const expect = versionIn(registry, catalog().table(table), objectOf(seen));
      try {
        return { row: await rows.update(actor, table, id, objectOf(values), { expect }), isChanged: true };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'ROW_CONFLICT') throw error;
        return { row: await rows.get(actor, table, id), isChanged: false };
      }
    },

    /** @param {Actor} actor @param {string} table @param {unknown} id */
    async remove(actor, table, id) {
      await rows.remove(actor, table, id);
      return null;
    },
  });
}

/** @param {Registry} registry @param {Actor} actor @param {Table} table */
function readable(registry, actor, table) {
  const fields = table.fields.filter(
    (field) => registry.has('fieldType', field.type) && readableField(actor, table, field),
  );
  return fields.map(({ name }) => name);
}

/**
 * What tells whether a row is still the one that was read: its version, or all its values where that may not be read.
 *
 * @param {Registry} registry @param {Table} table @param {Record<string, unknown>} seen
 */
function versionIn(registry, table, seen) {
  const columns = table.fields.filter(
    ({ name, type, auto, formula }) =>
      Object.hasOwn(seen, name) && auto !== 'id' && !formula && registry.fieldType(type).storage === 'column',
  );
  const version = columns.filter(({ auto }) => auto === 'updated_at');
  return Object.fromEntries((version.length > 0 ? version : columns).map(({ name }) => [name, seen[name]]));
}
