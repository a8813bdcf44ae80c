/** @import { Catalog, Reference, Registry } from '@plinth/plugin' */
/** @import { StoredObject } from '../types.d.ts' */
import { recordType, renameIn } from '@plinth/expressions';
import { mapReferences } from '@plinth/plugin';
import { hasOf } from './kinds.js';

/**
 * Walks the references of a stored object and returns its body with the replacements from `visit`.
 * Tables refer to their own fields, so the walker needs the table's name, which is not part of the stored body.
 *
 * @param {Pick<StoredObject, 'kind' | 'name' | 'body'> & { parent?: string | null }} object
 * @param {{ catalog: Catalog, registry: Registry }} context
 * @param {(reference: Reference) => string | undefined | void} visit
 */
export function mapObject({ kind, name, body, parent = null }, { catalog, registry }, visit) {
  const context = { catalog, registry, whole: true };
  const owner = kind === 'field' && parent ? catalog.object(parent)?.name : undefined;
  const before = kind === 'table' ? { ...body, name } : kind === 'field' ? { ...body, table: owner } : body;
  const after = mapReferences({ kind, body: before }, context, withinExpressions(catalog, visit));
  if (after === before) return body;
  if (kind !== 'table' && kind !== 'field') return after;
  const { [kind === 'table' ? 'name' : 'table']: _, ...rest } = after;
  return rest;
}

/**
 * A visitor that gets each expression as a whole, which it may replace, and then each name in it.
 *
 * @param {Pick<Catalog, 'table' | 'hasTable' | 'children'>} catalog @param {(reference: Reference) => string | undefined | void} visit
 * @returns {(reference: Reference) => string | undefined | void}
 */
export function withinExpressions(catalog, visit) {
  return (reference) => (reference.kind === 'expression' ? visitNames(reference, catalog, visit) : visit(reference));
}

/**
 * Whether a reference's target exists.
 *
 * @param {Catalog} catalog @param {Reference} reference
 */
export function exists(catalog, reference) {
  const { kind, name, table } = reference;
  // A workflow's own variables are checked with it.
  if (kind === 'variable')
    return (
      !reference.workflow ||
      !catalog.hasWorkflow(reference.workflow) ||
      catalog.workflow(reference.workflow).variables.some((one) => one.isInput && one.name === name)
    );
  if (kind === 'field') return !table || (catalog.hasTable(table) && catalog.table(table).hasField(name));
  const has = /** @type {any} */ (catalog)[hasOf({ name: kind })];
  return has ? has(name) : kind === 'expression';
}

/**
 * @param {Reference} expression @param {Pick<Catalog, 'table' | 'hasTable' | 'children'>} catalog
 * @param {(reference: Reference) => string | undefined | void} visit
 */
function visitNames(expression, catalog, visit) {
  const text = visit(expression) ?? expression.name;
  if (expression.table && !catalog.hasTable(expression.table)) return text;
  const table = expression.table ? catalog.table(expression.table) : null;
  return renameIn(text, scopeOf(catalog, table, expression), (found) => visit({ ...found, at: expression.at }));
}

/**
 * What an expression of the metadata may name.
 *
 * @param {Pick<Catalog, 'table' | 'hasTable' | 'children'>} catalog @param {import('@plinth/plugin').Table | null} table
 * @param {Pick<Reference, 'old' | 'event' | 'variables'>} reference
 */
export const scopeOf = (catalog, table, { old, event, variables }) => ({
  catalog,
  table,
  variables: {
    ...variables,
    ...(old && table && { old: { name: /** @type {const} */ ('row'), table: table.name } }),
    ...(event?.length && { event: recordType(event) }),
  },
});
