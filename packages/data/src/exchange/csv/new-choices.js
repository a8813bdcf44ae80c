/** @import { Actor, Catalog, Table } from '@plinth/plugin' */
/** @import { ColumnChoice } from './mapping.js' */
import { PALETTE } from '@plinth/plugin';
import { optionsOf } from '../../catalog/field-types/base/options.js';

/** @typedef {{ catalog: () => Catalog, edit: (actor: Actor, name: string, input: any) => Promise<any> }} EditContext */

/**
 * Adds the choices that an import brings to their fields, as an edit of whoever imports.
 *
 * @param {EditContext} context @param {Actor} actor @param {string} name of the table @param {readonly ColumnChoice[]} columns
 * @returns {Promise<() => Promise<void>>} takes them away again, because nothing was imported
 */
export async function addNewChoices({ catalog, edit }, actor, name, columns) {
  const fresh = columns
    .map(({ field, newChoices = [] }) => ({
      field: String(field),
      values: freshValues(catalog().table(name), field, newChoices),
    }))
    .filter(({ values }) => values.length > 0);
  /** @param {(options: any[], values: string[]) => any[]} change */
  const save = async (change) => {
    const table = catalog().table(name);
    for (const { field, values } of fresh) {
      const { attributes } = table.field(field);
      const options = change(attributes.options ?? [], values);
      await edit(actor, 'change-field', { table: name, field, changes: { attributes: { ...attributes, options } } });
    }
  };
  await save((options, values) => [...options, ...values.map((value, at) => optionOf(value, options.length + at))]);
  return () => save((options, values) => options.filter((/** @type {any} */ { value }) => !values.includes(value)));
}

/** @param {string} value @param {number} at */
const optionOf = (value, at) => ({ value, label: value, colour: PALETTE[(at + 1) % PALETTE.length] });

/** @param {Table} table @param {string | undefined} field @param {readonly string[]} values */
function freshValues(table, field, values) {
  if (!field || values.length === 0) return [];
  const known = new Set(optionsOf(table.field(field)).map(({ value }) => value));
  return [...new Set(values)].filter((value) => !known.has(value));
}
