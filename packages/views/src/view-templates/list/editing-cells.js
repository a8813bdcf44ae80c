/** @import { ElementCompiler, Html, RenderContext, RowModel, ViewCompiler, Values } from '@plinth/plugin' */
/** @import { Column } from './columns.js' */
/** @import { Adding } from './adding-rows.js' */
import { editedCell, escapeHtml, html, isAmong } from '@plinth/plugin';
import { createAdding } from './adding-rows.js';

export const CELLS_SCRIPT = 'core-views/js/cells/start.js';

/**
 * What a list prints so that its cells can be edited in place. `fields`: names of those that may be.
 *
 * @typedef {{ fields: readonly string[], table: string, row: (m: RowModel) => string,
 *   adding: Adding | null, head: (column: Column) => string, cells: (context: RenderContext) => PrintAttributes }} Editing
 * @typedef {(column: Column, m: RowModel, shown: Html) => string} PrintAttributes each with a space ahead
 */

/**
 * Editing in place, for the columns that show a field of the row itself. Each cell says whether this reader may change
 * it; the gate decides when it is saved.
 *
 * @param {{ name: string, config: Values }} view @param {readonly Column[]} columns @param {ViewCompiler} c
 * @param {ElementCompiler} e @returns {Editing | null}
 */
export function createEditing({ name, config }, columns, c, e) {
  const { table } = c;
  if (!config.editing || !table || table.system) return null;
  /** @type {Map<Column, NonNullable<ReturnType<typeof editedCell>>>} */
  const edited = new Map();
  for (const column of columns) {
    const made = column.field !== null && table.hasField(column.field) ? editedCell(e, column.field) : null;
    if (made) edited.set(column, made);
  }
  if (edited.size === 0) return null;
  const mayEdit = e.mayEdit();
  const kinds = new Map([...edited].map(([{ field }, { kind }]) => [String(field), kind]));

  return {
    fields: [...kinds.keys()],
    adding: createAdding(config, kinds, c),
    table: html` data-pl-cells="/view/${name}/cells"`.text,
    row: ({ rowId }) => ` data-id="${escapeHtml(String(rowId))}"`,
    head(column) {
      const found = edited.get(column);
      return found ? html` data-field="${column.field}" data-kind="${found.kind}"`.text : '';
    },
    cells({ env }) {
      const open = new Map([...edited].filter(([, { writers }]) => isAmong(env.actor, writers)));
      /** @type {unknown} */
      let row = null;
      let isOpen = false;
      return (column, m, shown) => {
        const found = open.get(column);
        if (!found) return '';
        if (row !== m.row) [row, isOpen] = [m.row, mayEdit(m)];
        return isOpen ? found.print(m, shown) : '';
      };
    },
  };
}
