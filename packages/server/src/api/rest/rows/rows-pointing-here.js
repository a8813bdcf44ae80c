/** @import { App, Request } from '../../../types.d.ts' */
/** @import { Field, Table } from '@plinth/plugin' */

/**
 * The field by which the rows of a list refer to a row, by the list's name: that of their table, or `<table>_<field>`
 * if several are possible and for many-to-many fields. Also null if the caller may not know it.
 *
 * @param {App} app @param {Request} req @param {Table} table that is referred to @param {string} name
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
