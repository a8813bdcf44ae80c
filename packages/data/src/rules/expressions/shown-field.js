/** @import { Catalog, Field, Registry, Table } from '@plinth/plugin' */
import { pathText, shapeOf } from '@plinth/expressions';
import { createFormats } from '@plinth/plugin';

/** The row as it was has no related rows. */
const ALONE = ['old'];

/**
 * How a text shows an expression that is nothing but a field. `source`: what is read in its place, such as the label of
 * a related row; `format`: of its value.
 *
 * @param {{ catalog: Catalog, registry: Registry, tables: Readonly<Record<string, Table | null>> }} context
 * @param {string} expression
 * @returns {{ source: string, format?: (value: unknown) => string | null } | null} null: it is shown as any other
 */
export function shownField({ catalog, registry, tables }, expression) {
  const path = shapeOf(expression);
  if (path?.kind !== 'path' || path.steps.length === 0 || !Object.hasOwn(tables, path.root)) return null;
  const field = fieldAt(path.steps, tables[path.root], { catalog, registry });
  if (!field) return null;
  const label = ALONE.includes(path.root) ? null : labelOf(field, { catalog, registry });
  if (label) return { source: pathText(path.root, [...path.steps, label]) };
  const source = pathText(path.root, path.steps);
  const { options } = field.attributes ?? {};
  if (Array.isArray(options)) return { source, format: (value) => choices(options, value) };
  const isWritten = field.traits.hasUnit || (field.traits.value === 'number' && field.auto !== 'id');
  if (!isWritten) return null;
  const { locale, timeZone = 'UTC' } = catalog.settings;
  const formats = createFormats({ locale, timeZone, t: (key) => key });
  return { source, format: (value) => registry.fieldType(field.type).format(value, field, formats) };
}

/**
 * @param {readonly string[]} path @param {Table | null} table @param {{ catalog: Catalog, registry: Registry }} context
 * @returns {Field | null}
 */
function fieldAt([name, ...rest], table, context) {
  if (!table?.hasField(name)) return null;
  const field = table.field(name);
  return rest.length === 0 ? field : fieldAt(rest, targetOf(field, context), context);
}

/** The table that a field of one row points at. @param {Field} field @param {{ catalog: Catalog, registry: Registry }} context @returns {Table | null} */
function targetOf(field, { catalog, registry }) {
  const { storage, target } = registry.fieldType(field.type);
  const name = storage === 'column' ? target?.(field) : null;
  return name && catalog.hasTable(name) ? catalog.table(name) : null;
}

/** The field that names the related row, unless that is no text itself. @param {Field} field @param {{ catalog: Catalog, registry: Registry }} context @returns {string | null} */
function labelOf(field, context) {
  const table = targetOf(field, context);
  if (!table?.hasField(table.display)) return null;
  const label = table.field(table.display);
  return targetOf(label, context) || Array.isArray(label.attributes?.options) ? null : label.name;
}

/** @param {readonly { value: string, label?: string }[]} options @param {unknown} value */
function choices(options, value) {
  if (value === null || value === undefined) return null;
  const label = (/** @type {unknown} */ one) => options.find((option) => option.value === one)?.label || String(one);
  return [value].flat().map(label).join(', ');
}
