import { fixed, quoteLiteral, sql } from '../../../postgres/sql/index.js';
import { sqlTypeOf, typedValue } from '../compile/values.js';

/** @import { Actor, Catalog, Field, Registry, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */

/**
 * Rows are sent to the database as one JSON document, so that the same statement serves a single row and a batch.
 *
 * @typedef {{ k?: string | number, v?: Record<string, unknown>, x?: Record<string, unknown>, d?: string, h?: string,
 *   actor?: Actor }} PayloadRow
 *   key, values and expected values; the deletion that it belongs to, and the id of its entry in the history; the writer,
 *   if not the batch's actor
 */

/** @param {Registry} registry @param {Table} table @param {Record<string, unknown>} values */
export function toPayload(registry, table, values) {
  /** @type {Record<string, unknown>} */
  const driver = {};
  for (const name of Object.keys(values)) {
    const value = values[name];
    const { storage, toDriver } = registry.fieldType(table.field(name).type);
    if (storage === 'join') driver[name] = value ?? [];
    else driver[name] = value !== null && toDriver ? toDriver(value) : value;
  }
  return driver;
}

/**
 * A field's value from a row's JSON object, cast to the type of its column.
 *
 * @param {{ registry: Registry, catalog: Catalog }} c @param {Field} field @param {Fragment} values
 */
export function fromPayload(c, field, values) {
  const name = fieldName(field);
  if (c.registry.fieldType(field.type).storage === 'join') return sql`${values}->${name}`;
  const type = sqlTypeOf(c, field);
  if (!type.endsWith('[]')) return typedValue(c, field, sql`(${values}->>${name})`);
  return sql`case when jsonb_typeof(${values}->${name}) = 'array'
    then array(select jsonb_array_elements_text(${values}->${name}))::${fixed(type)} end`;
}

/** The field's name as a text in SQL. @param {Pick<Field, 'name'>} field */
export const fieldName = (field) => fixed(quoteLiteral(field.name));

/**
 * The values of a statement that takes rows as its payload.
 *
 * @param {ReadonlyMap<string, import('../compile/compilation.js').Resolve>} resolvers @param {Actor} actor @param {readonly PayloadRow[]} rows
 * @returns {Record<string, unknown>}
 */
export function bindPayload(resolvers, actor, rows) {
  const payload = rows.map(({ k, v, x, d, h, actor: own = actor }) => ({
    k,
    v,
    x,
    d,
    h,
    u: own.userId,
    c: own.change,
  }));
  const run = /** @type {any} */ ({ actor, params: {}, payload: JSON.stringify(payload) });
  return Object.fromEntries([...resolvers].map(([slot, read]) => [slot, read(run)]));
}
