import { createCache, memoize } from '@plinth/plugin';
import { withNewestSchema } from '../../catalog/model/newest-schema.js';
import { readableField, rightsKey, seesAllRows } from '../../rules/rights/index.js';
import { rowNotFound } from '../../postgres/errors/row-errors.js';
import { readKey } from '../../catalog/schema/key.js';
import { createChoices } from './choices-of.js';
import { createReadByKey } from './read-by-key.js';

/** @import { Actor, Cache, Catalog, Filter, QuerySpec, Registry, Table, Row } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @typedef {ReturnType<typeof import('./select.js').createSelect>} RunSelect */

const MOST_TRIES = 5;
const SPECS = { max: 5000 };

/**
 * Reads single rows, choices and counts, each with the actor's rights in the statement.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, reload?: () => Promise<unknown>, select: RunSelect,
 *   rowSecurity?: boolean }} context
 */
export function createReadRows({ db, registry, catalog, reload, select, rowSecurity = false }) {
  const readByKey = createReadByKey({ db, registry });
  const specs = memoize(
    (/** @type {Catalog} */ _catalog) => /** @type {Cache<string, QuerySpec>} */ (createCache(SPECS)),
  );
  /** @param {string} key @param {() => QuerySpec} make */
  const kept = (key, make) => specs(catalog()).getOrMake(key, make);

  /** @param {Actor} actor @param {string} table @param {unknown} id @param {string[]} [fields] */
  async function one(actor, table, id, fields) {
    const snapshot = catalog();
    const found = snapshot.table(table);
    const key = readKey(registry, found, id);
    const others = fields?.filter((name) => name !== 'id');
    const shape = `${rightsKey(actor)}\n${table}${others ? `\n${others.join('\n')}` : ''}`;
    const columns = () => others ?? readableNames(registry, actor, found);
    const row = behind(actor)
      ? await oneAsReader(actor, table, key, shape, columns)
      : await readByKey(snapshot, actor, shape, { table, fields: columns, key });
    if (row === null) throw rowNotFound();
    return row;
  }

  /** Reads for several users share a statement, but row-level security knows only one reader per statement. @param {Actor} actor */
  const behind = (actor) => rowSecurity && !seesAllRows(actor);

  /** @param {Actor} actor @param {string} table @param {string | number} key @param {string} shape @param {() => readonly string[]} columns */
  async function oneAsReader(actor, table, key, shape, columns) {
    const spec = kept(`one ${shape}`, () => ({
      table,
      limit: 1,
      where: { field: 'id', op: 'eq', value: { param: 'key' } },
      select: columns().map((field) => ({ as: field, field })),
    }));
    const [{ rows }] = await select(actor, [{ spec, params: { key } }]);
    return rows[0] ?? null;
  }

  return {
    /**
     * @param {Actor} actor @param {string} table @param {unknown} id @param {{ fields?: string[] }} [options] default: all that the actor may read
     * @returns {Promise<Row>}
     * @throws ROW_NOT_FOUND also for rows that the actor may not read
     */
    async get(actor, table, id, { fields } = {}) {
      for (let tries = 1; ; tries++) {
        const snapshot = catalog();
        try {
          return await withNewestSchema(() => one(actor, table, id, fields), reload);
        } catch (error) {
          // The list of all fields came from a Catalog that has since been replaced.
          if (fields || catalog() === snapshot || tries >= MOST_TRIES) throw error;
        }
      }
    },

    /** @param {Actor} actor @param {string} table @param {Filter} [where] @returns {Promise<number>} */
    async count(actor, table, where) {
      const [result] = await select(actor, [
        { spec: { table, select: [], where, limit: 1, count: 'exact' }, params: {} },
      ]);
      return Number(result.count);
    },

    choices: createChoices({ registry, catalog, select, kept }),
  };
}

/** @param {Registry} registry @param {Actor} actor @param {Table} table */
export function readableNames(registry, actor, table) {
  const fields = table.fields.filter(
    (field) => field.name !== 'id' && registry.has('fieldType', field.type) && readableField(actor, table, field),
  );
  return fields.map((field) => field.name);
}
