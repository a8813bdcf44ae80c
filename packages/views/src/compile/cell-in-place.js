/** @import { ElementCompiler, Html, RowModel } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { editedCell, html, isAmong, raw } from '@plinth/plugin';
import { mayDoToRow } from './may.js';

/**
 * What is put around a value of the row where the view edits values in place: what it holds, for those who may change it.
 * The gate decides when it is saved.
 *
 * @param {Scope} scope @param {ElementCompiler} c @param {string} name of the field @param {string} label
 * @returns {((m: RowModel, shown: Html) => Html) | null} null: the view edits nothing in place
 */
export function cellInPlace(scope, c, name, label) {
  const { cells, table, mode, relation } = scope;
  if (!cells || !table || mode !== 'row' || relation) return null;
  const readOnly = (/** @type {Html} */ shown) =>
    shown.text === '' ? shown : html`<div class="pl-cell" data-field="${name}">${shown}</div>`;
  const cell = editedCell(c, name);
  if (!cell) return (m, shown) => readOnly(shown);
  cells.add(name);
  const mayEdit = mayDoToRow(scope, table, 'update');
  const start = html`<div class="pl-cell" data-field="${name}" data-kind="${cell.kind}" data-name="${label}"`;
  return (m, shown) =>
    isAmong(m.env.actor, cell.writers) && mayEdit(m)
      ? html`${start}${raw(cell.print(m, shown))}>${shown}</div>`
      : readOnly(shown);
}
