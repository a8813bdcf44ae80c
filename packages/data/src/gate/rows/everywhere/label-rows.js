/** @import { Actor, Catalog, Query, Registry } from '@plinth/plugin' */
import { grantOf } from '../../../rules/rights/index.js';
import { readKey } from '../../../catalog/schema/key.js';
import { displayField, labelOf } from './display-field.js';

/** @typedef {{ table: string, id: string | number }} RowPlace */

/** Rows of one table whose labels are asked for at once. */
const MOST = 500;

/**
 * Labels of rows that were noted somewhere, as far as the actor may read them now.
 *
 * @param {{ registry: Registry, catalog: () => Catalog, select: (actor: Actor, queries: Query[]) => Promise<any[]> }} context
 */
export function createLabelRows({ registry, catalog, select }) {
  /**
   * One round trip.
   *
   * @param {Actor} actor @param {readonly RowPlace[]} places
   * @returns {Promise<(place: RowPlace) => string | null>} null: the row is not there for the actor
   */
  return async function labelRows(actor, places) {
    const snapshot = catalog();
    const byTable = Map.groupBy(places, ({ table }) => table);
    const asked = [...byTable.keys()].filter(
      (name) =>
        snapshot.hasTable(name) &&
        !snapshot.table(name).system &&
        grantOf(actor, snapshot.table(name), 'read') !== 'none',
    );
    const queries = asked.map((name) => {
      const table = snapshot.table(name);
      const keys = [...new Set(byTable.get(name)?.flatMap(({ id }) => keyOrNone(registry, table, id)))].slice(0, MOST);
      return {
        spec: {
          table: name,
          select: [{ as: 'label', field: displayField(registry, actor, table).name }],
          limit: MOST,
          where: { field: 'id', op: /** @type {const} */ ('in'), value: { param: 'keys' } },
        },
        params: { keys },
      };
    });
    const results = await select(actor, queries);
    /** @type {Map<string, string>} */
    const labels = new Map();
    for (const [i, name] of asked.entries())
      for (const { id, label } of results[i].rows)
        labels.set(`${name} ${id}`, labelOf(displayField(registry, actor, snapshot.table(name)), label) || `#${id}`);
    return ({ table, id }) => labels.get(`${table} ${id}`) ?? null;
  };
}

/** @param {Registry} registry @param {import('@plinth/plugin').Table} table @param {unknown} id */
function keyOrNone(registry, table, id) {
  try {
    return [readKey(registry, table, id)];
  } catch {
    return [];
  }
}
