/** @import { Request } from '../../types.d.ts' */

/**
 * What the editor of a function completes: the app's tables with their fields.
 *
 * @param {Request} req
 * @returns {{ tables: Record<string, { label: string, fields: { name: string, label: string }[] }> }}
 */
export function completionSchema({ ctx: { catalog } }) {
  const tables = catalog.tables.map(({ name, label, fields }) => [
    name,
    { label, fields: fields.map((field) => ({ name: field.name, label: field.label || field.name })) },
  ]);
  return { tables: Object.fromEntries(tables) };
}
