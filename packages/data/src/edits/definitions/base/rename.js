/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Draft } from './draft.js' */
import { renameInExpression } from '../../../rules/expressions/people-in.js';

/**
 * Renames an object and updates everything that refers to it, in the same edit.
 *
 * @param {Draft} draft @param {string} kind
 * @param {{ id: string, name: string }} object @param {string} to
 */
export function rename(draft, kind, { id, name }, to) {
  if (name === to) return;
  draft.mapReferences((reference) => (reference.kind === kind && reference.name === name ? to : undefined));
  draft.change(id, { name: to });
}

/**
 * Expressions mention roles too, as a text: `"staff" in user.roles`.
 *
 * @param {Draft} draft @param {{ id: string, name: string }} role @param {string} to
 */
export function renameRole(draft, { id, name }, to) {
  if (name === to) return;
  const { catalog } = draft;
  draft.mapReferences((reference) => {
    if (reference.kind === 'role') return reference.name === name ? to : undefined;
    if (reference.kind !== 'expression') return undefined;
    const table = reference.table && catalog.hasTable(reference.table) ? catalog.table(reference.table) : null;
    return renameInExpression('roles', catalog, table, reference.name, name, to);
  });
  draft.change(id, { name: to });
}

/** @param {Draft} draft @param {Table} table @param {Pick<Field, 'id' | 'name'>} field @param {string} to */
export function renameField(draft, table, { id, name }, to) {
  if (name === to) return;
  draft.mapReferences((reference) =>
    reference.kind === 'field' && reference.table === table.name && reference.name === name ? to : undefined,
  );
  draft.change(id, { name: to });
}
