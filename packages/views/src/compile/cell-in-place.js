/** @import { ElementCompiler, Field, Html, RowModel, Table } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { attrs, editedCell, html, isAmong, mostFiles, raw, writersOf } from '@plinth/plugin';
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
  const field = table.field(name);
  if (!cell && field.traits.value === 'files' && !field.auto && !table.system) return filesInPlace(scope, c, field);
  if (!cell) return (m, shown) => readOnly(shown);
  cells.add(name);
  const mayEdit = mayDoToRow(scope, table, 'update');
  const start = html`<div class="pl-cell" data-field="${name}" data-kind="${cell.kind}" data-name="${label}"`;
  return (m, shown) =>
    isAmong(m.env.actor, cell.writers) && mayEdit(m)
      ? html`${start}${raw(cell.print(m, shown))}>${shown}</div>`
      : readOnly(shown);
}

/**
 * Files can be dropped onto those of the row, see record-files.js.
 *
 * @param {Scope} scope @param {ElementCompiler} c @param {Field} field @returns {(m: RowModel, shown: Html) => Html}
 */
function filesInPlace(scope, c, field) {
  const table = /** @type {Table} */ (scope.table);
  const { several = false, maxSize, types } = field.attributes;
  const most = several ? mostFiles(field) : 1;
  const about = {
    field: `${table.name}.${field.name}`,
    several,
    most,
    max: maxSize ? maxSize * 1_000_000 : null,
    accept: types || (field.traits.isPicture ? 'image/*' : null),
    words: {
      add: c.t(several ? 'views.show.files.add' : 'views.show.file.choose'),
      drop: c.t('fieldView.files.drop'),
      tooLarge: maxSize ? c.t('fieldView.upload.tooLarge', { size: maxSize }) : '',
      tooMany: c.t('fieldView.files.most', { count: most }),
      failed: c.t('fieldView.upload.failed'),
      progress: c.t('fieldView.upload.progress'),
    },
  };
  scope.cells?.add(field.name);
  scope.scripts.add('core-views/js/views/record-files.js');
  const mayEdit = mayDoToRow(scope, table, 'update');
  const writers = writersOf(field);
  const open = html`<div class="pl-cell"${attrs({ 'data-field': field.name, 'data-pl-drop': JSON.stringify(about) })}>`;
  const plain = html`<div class="pl-cell" data-field="${field.name}">`;
  return (m, shown) => {
    const may = isAmong(m.env.actor, writers) && mayEdit(m);
    return may || shown.text !== '' ? html`${may ? open : plain}${shown}</div>` : shown;
  };
}
