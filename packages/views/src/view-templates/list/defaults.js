/** @import { Field, Registry, ViewTemplate } from '@plinth/plugin' */
import { displayField, fieldViewIfAny, listFields, newestFirst } from '../parts/default-fields.js';

/**
 * A list that can be shown to a customer as it is.
 *
 * @type {ViewTemplate['defaults']}
 */
export const listDefaults = (table, { registry, links }) => {
  const display = displayField(table);
  return {
    columns: listFields(table, registry).map((field) =>
      column(field, field === display ? links.show : undefined, registry),
    ),
    ...(links.show && { rowView: links.show }),
    ...(links.edit && { createView: links.edit }),
    sort: newestFirst(table, registry),
    editing: true,
    selecting: true,
    search: table.fields.some(
      (field) => (!field.auto || field.auto === 'number') && registry.fieldType(field.type).searchable,
    ),
  };
};

/** @param {Field} field @param {string | undefined} link @param {Registry} registry */
function column(field, link, registry) {
  const view =
    field.traits.hasDay && field.traits.hasTime ? fieldViewIfAny(registry, 'relative_date', field.type) : undefined;
  return { kind: 'field', field: field.name, ...(view && { view }), ...(link && { link }) };
}
