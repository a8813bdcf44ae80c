/** @import { Field } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */

/**
 * What the editor of a function completes and checks: the app's tables with their fields, and what can be imported.
 *
 * @param {Request} req
 * @returns {import('../../assets/functions/check.js').Schema}
 */
export function completionSchema({ ctx: { app, catalog } }) {
  const tables = catalog.tables.map(({ name, label, fields }) => [
    name,
    { label, fields: fields.map((field) => described(app, field)) },
  ]);
  const modules = catalog.functions.map((fn) => (fn.package ? `npm/${fn.package.name}` : `app/${fn.name}`));
  return { tables: Object.fromEntries(tables), modules };
}

/** @param {App} app @param {Field} field */
function described({ registry }, field) {
  const kind = kindOf(registry, field);
  return {
    name: field.name,
    label: field.label || field.name,
    ...(kind && { kind }),
    ...((field.auto || field.formula) && { isAutomatic: true }),
  };
}

/** What a literal for it must be; null: anything. @param {App['registry']} registry @param {Field} field */
function kindOf(registry, { type, target }) {
  if (target || !registry.has('fieldType', type)) return null;
  const { value, hasDay, hasTime } = registry.traitsOf(type);
  if (value === 'boolean') return value;
  if (value === 'date') return hasDay && !hasTime ? value : null;
  return value === 'number' && !hasTime ? value : null;
}
