/** @import { RowModel, Table } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { mayDo } from '@plinth/plugin';
import { noteVaries } from './scope.js';
import { fieldAt } from './field-at.js';

/**
 * Whether the actor may do this to the current row. If that depends on the row (its owner, a rule), the statement that
 * reads the row returns it.
 *
 * @param {Scope} scope @param {Table} table of the row
 * @param {'update' | 'delete'} right @param {string} [path] of a relation from the current row to the row
 * @returns {(m: RowModel) => boolean}
 */
export function mayDoToRow(scope, table, right, path) {
  const depends = Object.values(table.access).some(({ [right]: level }) => level !== 'none' && level !== 'all');
  if (!depends) return ({ env }) => mayDo(table, right, env.actor);
  if (path) fieldAt(scope, path);
  const column = scope.selects.add({ may: right, ...(path && { of: path }) });
  noteVaries(scope, { user: true });
  // Without a row there is nothing to check; the form checks when it is opened.
  return ({ row, env }) => (row ? row[column] === true : mayDo(table, right, env.actor));
}
