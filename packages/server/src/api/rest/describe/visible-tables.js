/** @import { App } from '../../../types.d.ts' */
/** @import { Actor, Catalog, Field, Table, Traits, Values } from '@plinth/plugin' */
import { fieldSchema, inputSchema } from './field-schema.js';

/** The field type settings that restrict values. */
const LIMITS = ['options', 'min', 'max', 'minLength', 'maxLength', 'pattern', 'decimals', 'currency'];

/**
 * @typedef {{ name: string, label: string, description: string, type: string, required: boolean, unique: boolean,
 *   readOnly: boolean, addsChoices?: boolean, hasDefault: boolean, target: string | null, attributes: Record<string, unknown>, schema: Values,
 *   input?: Values, traits: Traits, example: unknown }} FieldInfo `schema`: of its values; `input`: of those that are taken, where there are more
 * @typedef {{ name: string, label: string, description: string, key: 'identity' | 'uuid', display: string, hasComments: boolean,
 *   rights: { read: string, create: string, update: string, delete: string }, fields: FieldInfo[] }} TableInfo
 */

/**
 * The tables on which a caller has any right, with the fields that they may read. The target of a relation is only
 * shown if they may know of that table.
 *
 * @param {App} app @param {Catalog} catalog @param {Actor} actor @returns {TableInfo[]}
 */
export function visibleTables(app, catalog, actor) {
  const all = catalog.tables.map((table) => ({ table, rights: app.data.rows.rights(actor, table) }));
  const seen = all.filter(({ rights }) => Object.values(rights).some((level) => level !== 'none'));
  const names = new Set(seen.map(({ table }) => table.name));
  return seen.map(({ table, rights }) => {
    /** @type {Field[]} */
    const fields = app.data.rows.fields(actor, table.name);
    return {
      name: table.name,
      label: table.label,
      description: table.description,
      key: table.key,
      rights,
      hasComments: !table.system && table.comments !== 'off',
      // Rows are labelled by their keys if the display field is hidden.
      display: fields.some((field) => field.name === table.display) ? table.display : 'id',
      fields: fields.map((field) => {
        const info = {
          ...fieldInfo(app, catalog, table, field, names),
          readOnly: !app.data.rows.fills(actor, table, field),
          ...(app.data.rows.addsChoices(actor, table, field) && { addsChoices: true }),
        };
        return withType(info, field.traits, app.registry.fieldType(field.type).example);
      }),
    };
  });
}

/**
 * With what the documentation is made from, but no answer contains.
 *
 * @param {Omit<FieldInfo, 'traits' | 'example'>} info @param {Traits} traits @param {unknown} example @returns {FieldInfo}
 */
const withType = (info, traits, example) =>
  Object.defineProperties(/** @type {FieldInfo} */ (info), { traits: { value: traits }, example: { value: example } });

/** @param {App} app @param {Catalog} catalog @param {Table} table @param {Field} field @param {Set<string>} names @returns {Omit<FieldInfo, 'readOnly' | 'traits' | 'example'>} */
function fieldInfo({ registry }, catalog, table, field, names) {
  const attributes = Object.fromEntries(
    LIMITS.flatMap((name) => (field.attributes[name] == null ? [] : [[name, field.attributes[name]]])),
  );
  const input = inputSchema(registry, catalog, field);
  return {
    name: field.name,
    label: field.label,
    description: field.description,
    type: field.type,
    required: field.required,
    unique: field.unique || field.auto === 'id',
    hasDefault: field.default !== null,
    target: field.target !== null && (names.has(field.target) || field.target === 'users') ? field.target : null,
    attributes,
    schema: fieldSchema(registry, catalog, field),
    ...(input && { input }),
  };
}
