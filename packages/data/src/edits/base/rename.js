/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Draft } from '../draft.js' */

/**
 * Gives an object another name and rewrites whatever refers to it, in this same edit.
 *
 * @param {Draft} draft @param {'table' | 'view' | 'page' | 'role'} kind @param {{ id: string, name: string }} object @param {string} to
 */
export function rename(draft, kind, { id, name }, to) {
  if (name === to) return;
  draft.mapReferences((reference) => (reference.kind === kind && reference.name === name ? to : undefined));
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
