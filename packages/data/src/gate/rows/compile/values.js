import { instantText } from '../../../catalog/field-types/base/instant-text.js';
import { fixed, sql } from '../../../postgres/sql/index.js';

/** @import { Catalog, Field, Registry } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */

/** Stands for the column or placeholder in SQL texts of field types. */
const MARK = '\u0001';

/**
 * A column as its JSON-safe value.
 *
 * @param {Registry} registry @param {Field} field @param {Fragment} column
 */
export function readValue(registry, field, column) {
  const { readSql } = registry.fieldType(field.type);
  return readSql ? around(readSql(MARK, field), column) : column;
}

/**
 * A bound value in the type of the field's column.
 *
 * @param {{ registry: Registry, catalog: Catalog }} c @param {Field} field @param {Fragment} placeholder
 */
export function typedValue(c, field, placeholder) {
  const { writeSql } = c.registry.fieldType(field.type);
  return writeSql ? around(writeSql(MARK, field), placeholder) : sql`${placeholder}::${fixed(sqlTypeOf(c, field))}`;
}

/**
 * SQL type of a field's column; of a many-to-many field, of one key.
 *
 * @param {{ registry: Registry, catalog: Catalog }} c @param {Field} field
 */
export function sqlTypeOf({ registry, catalog }, field) {
  const target = field.target && catalog.hasTable(field.target) ? catalog.table(field.target) : null;
  return registry.fieldType(field.type).sqlType(field, { targetKey: target?.key ?? 'uuid' });
}

/**
 * A column as jsonb, in the same JSON-safe form that rows have.
 *
 * @param {{ registry: Registry, catalog: Catalog }} c @param {Field} field @param {Fragment} column
 */
export function jsonValue(c, field, column) {
  const type = sqlTypeOf(c, field);
  const value = readValue(c.registry, field, column);
  // As text, so that no digit is lost.
  if (type.startsWith('numeric')) return sql`to_jsonb((${value})::text)`;
  if (c.registry.fieldType(field.type).readSql) return sql`to_jsonb(${value})`;
  if (type === 'timestamptz') return sql`to_jsonb(${around(instantText(MARK), column)})`;
  return sql`to_jsonb(${column})`;
}

/** Replaces MARK with a fragment. @param {string} text @param {Fragment} inner @returns {Fragment} */
function around(text, inner) {
  const [first, ...rest] = text.split(MARK).map((part) => fixed(part));
  return rest.reduce((sum, part) => sql`${sum}${inner}${part}`, first);
}
