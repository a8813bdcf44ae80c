/** @import { Catalog, Reference, Registry } from '@plinth/plugin' */
/** @import { StoredObject } from './types.d.ts' */
import { renameIn } from '@plinth/expressions';
import { mapReferences } from '@plinth/plugin';

/**
 * Walks the references of a stored object; gives its body with the replacements that `visit` answered.
 * Tables refer to their own fields, so the walker needs the table's name; it is not part of the stored body.
 *
 * @param {Pick<StoredObject, 'kind' | 'name' | 'body'>} object
 * @param {{ catalog: Catalog, registry: Registry }} context
 * @param {(reference: Reference) => string | undefined | void} visit
 */
export function mapObject({ kind, name, body }, { catalog, registry }, visit) {
  if (kind !== 'table') return mapReferences({ kind, body }, { catalog, registry }, visit);
  const before = { ...body, name };
  const after = mapReferences({ kind, body: before }, { catalog, registry }, (reference) =>
    reference.kind === 'expression' ? visitRule(reference, catalog, visit) : visit(reference),
  );
  if (after === before) return body;
  const { name: _, ...rest } = after;
  return rest;
}

/**
 * Whether what a reference names is there.
 *
 * @param {Catalog} catalog @param {Reference} reference
 */
export function exists(catalog, reference) {
  const { kind, name, table } = reference;
  if (kind === 'table') return catalog.hasTable(name);
  if (kind === 'view') return catalog.hasView(name);
  if (kind === 'page') return catalog.hasPage(name);
  if (kind === 'role') return catalog.roles.some((role) => role.name === name);
  if (kind === 'field') return !table || (catalog.hasTable(table) && catalog.table(table).hasField(name));
  return kind === 'expression';
}

/** An access rule: told as a whole, then name by name. @param {Reference} rule @param {Catalog} catalog @param {(reference: Reference) => string | undefined | void} visit */
function visitRule(rule, catalog, visit) {
  visit(rule);
  if (!rule.table || !catalog.hasTable(rule.table)) return rule.name;
  const scope = { catalog, table: catalog.table(rule.table) };
  return renameIn(rule.name, scope, (found) => visit({ ...found, at: rule.at }));
}
