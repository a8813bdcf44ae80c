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
  // A hidden one must not make the name of another ambiguous.
  const all = catalog.children(table.name).filter(isReadable);
  const alike = all.filter((one) => one.table.name === name && !isLink(one.field));
  const found =
    all.find((one) => `${one.table.name}_${one.field.name}` === name) ?? (alike.length === 1 ? alike[0] : undefined);
  return found ?? null;

  /** @param {{ table: Table, field: Field }} child */
  function isReadable(child) {
    if (app.data.rows.right(actor, child.table, 'read') === 'none') return false;
    /** @type {Field[]} */
    const readable = app.data.rows.fields(actor, child.table.name);
    return readable.some((one) => one.name === child.field.name);
  }
}
