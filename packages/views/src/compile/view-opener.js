/** @import { RowModel } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { mayDo, mayOpen } from '@plinth/plugin';
import { mayDoToRow } from './may.js';

/**
 * Whether to show a link to a view: the user's roles may open it, and they could save its form. With the current row
 * (or the one that a relation leads to) that is the right to change it; without a row, to add rows; if the link's
 * values choose the row, either is enough.
 *
 * @param {Scope} scope @param {string} name of the view
 * @param {{ row?: boolean, path?: string, anyRow?: boolean }} [options]
 * @returns {(m: RowModel) => boolean}
 */
export function viewOpener(scope, name, { row = false, path, anyRow = false } = {}) {
  const { catalog } = scope.compilation;
  const { roles, template, table: of } = catalog.view(name);
  const table = template === 'edit' && of !== null && catalog.hasTable(of) ? catalog.table(of) : null;
  const opens = (/** @type {RowModel} */ { env }) => mayOpen(roles, env.actor);
  if (!table) return opens;
  if (anyRow) {
    return (m) => opens(m) && (mayDo(table, 'create', m.env.actor) || mayDo(table, 'update', m.env.actor));
  }
  if (path !== undefined) {
    const update = mayDoToRow(scope, table, 'update', path);
    return (m) => opens(m) && update(m);
  }
  if (row && scope.table?.name === table.name) {
    const update = mayDoToRow(scope, table, 'update');
    return (m) => opens(m) && (m.rowId === null ? mayDo(table, 'create', m.env.actor) : update(m));
  }
  return (m) => opens(m) && mayDo(table, 'create', m.env.actor);
}
