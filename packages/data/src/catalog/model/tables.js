/** @import { Field, Registry, Table } from '@plinth/plugin' */
/** @import { Rules } from '../../rules/rights/rules.js' */
/** @import { StoredObject } from '../types.d.ts' */
import { fieldNotFound } from '../../postgres/errors/not-found.js';

/**
 * @param {StoredObject} object
 * @param {readonly Field[]} fields in order
 * @param {{ system: boolean, rules?: Rules }} options its access rules are compiled on first use
 * @returns {Table}
 */
export function assembleTable({ id, name, body }, fields, { system, rules }) {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const table = /** @type {Table} */ ({
    id,
    name,
    label: body.label || name,
    description: body.description ?? '',
    icon: body.icon ?? 'table',
    app: body.app ?? null,
    key: body.key ?? 'identity',
    fields,
    field(/** @type {string} */ wanted) {
      const found = byName.get(wanted);
      if (!found) throw fieldNotFound(name, wanted);
      return found;
    },
    hasField: (/** @type {string} */ wanted) => byName.has(wanted),
    usedBy: (/** @type {Field} */ field) => rules?.namesIn(table, field) ?? [],
    display: body.display ?? 'id',
    history: body.history ?? false,
    historyDays: body.historyDays ?? null,
    singular: body.singular ?? '',
    comments: body.comments ?? 'off',
    owner: body.owner ?? null,
    person: body.person ?? null,
    access: body.access ?? {},
    constraints: body.constraints ?? [],
    indexes: body.indexes ?? [],
    system,
  });
  // Not enumerable, because it references the whole Catalog.
  Object.defineProperty(table, 'rules', { value: rules, enumerable: false });
  return Object.freeze(table);
}

/** @param {StoredObject} object @param {Registry} registry @param {string} timeZone of the site @returns {Field} */
export function assembleField({ id, name, body }, registry, timeZone) {
  const field = {
    id,
    name,
    label: body.label || name,
    description: body.description ?? '',
    type: body.type,
    attributes: body.attributes ?? {},
    required: body.required ?? false,
    unique: body.unique ?? false,
    default: body.default ?? null,
    auto: body.auto ?? null,
    ...(body.formula && { formula: body.formula, stored: body.stored ?? false }),
    ...(body.function && { function: body.function, from: body.from ?? [] }),
    ...(body.access && { access: body.access }),
    ...(body.formatting?.length && { formatting: body.formatting }),
    target: /** @type {string | null} */ (null),
    traits: registry.traitsOf(body.type),
    timeZone,
  };
  // The type's plugin is disabled: the field and its values stay, but paths can't follow it.
  if (registry.has('fieldType', field.type)) field.target = registry.fieldType(field.type).target?.(field) ?? null;
  return Object.freeze(field);
}
