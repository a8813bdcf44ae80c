/** @import { Catalog, Message, Reference, Registry } from '@plinth/plugin' */
/** @import { StoredObject } from '../types.d.ts' */
import { childOf, pathsIn, readExpression, recordType, renameIn } from '@plinth/expressions';
import { AppError, mapReferences } from '@plinth/plugin';
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
  const context = { catalog, registry };
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
 * A visitor that gets each expression, and then the names in it: also the fields that an expression names that can't be read,
 * such as one that is gone. It replaces nothing.
 *
 * @param {Catalog} catalog @param {(reference: Reference) => void} visit
 * @returns {(reference: Reference) => void}
 */
export function namesWithin(catalog, visit) {
  const told = withinExpressions(catalog, visit);
  return (reference) => {
    told(reference);
    const { kind, name, table } = reference;
    if (kind !== 'expression' || !table || !catalog.hasTable(table) || !expressionProblem(catalog, reference)) return;
    for (const { root, steps } of pathsIn(name))
      if (root === 'row' || root === 'old')
        visitSteps(steps, table, catalog, (found) => visit({ ...found, at: reference.at }));
  };
}

/**
 * @param {readonly string[]} steps @param {string} table @param {Catalog} catalog
 * @param {(found: { kind: 'field', name: string, table: string }) => void} visit
 */
function visitSteps([name, ...rest], table, catalog, visit) {
  const at = catalog.table(table);
  if (name === undefined || (!at.hasField(name) && childOf(at, name, catalog))) return;
  visit({ kind: 'field', name, table });
  const target = at.hasField(name) ? at.field(name).target : null;
  if (target && catalog.hasTable(target)) visitSteps(rest, target, catalog, visit);
}

/** What is wrong with an expression. @param {Catalog} catalog @param {Reference} reference @returns {Message | null} */
export function expressionProblem(catalog, reference) {
  try {
    readExpression(reference.name, scopeOf(catalog, catalog.table(String(reference.table)), reference));
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.phrases.message;
    throw error;
  }
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
