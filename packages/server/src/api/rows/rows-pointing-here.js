/** @import { App, Request } from '../../types.d.ts' */
/** @import { Field, Table } from '@plinth/plugin' */

/**
 * By which field the rows of a list point at a row, by the name that the list has there: that of their table, or
 * `<table>_<field>` where several could be meant and for many-to-many fields. Null also where the caller may not know of
 * it.
 *
 * @param {App} app @param {Request} req @param {Table} table that is pointed at @param {string} name
 * @returns {{ table: Table, field: Field } | null}
 */
export function findPointing(app, req, table, name) {
  const { actor, catalog } = req.ctx;
  if (table.hasField(name)) return null;
  const isLink = (/** @type {Field} */ field) => app.registry.fieldType(field.type).storage === 'join';
  const all = catalog.children(table.name);
  const alike = all.filter((one) => one.table.name === name && !isLink(one.field));
  const found =
    all.find((one) => `${one.table.name}_${one.field.name}` === name) ?? (alike.length === 1 ? alike[0] : undefined);
  if (!found || app.data.rows.right(actor, found.table, 'read') === 'none') return null;
  /** @type {Field[]} */
  const readable = app.data.rows.fields(actor, found.table.name);
  return readable.some((one) => one.name === found.field.name) ? found : null;
}
