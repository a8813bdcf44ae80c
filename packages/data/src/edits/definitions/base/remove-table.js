/** @import { Table } from '@plinth/plugin' */
/** @import { Draft } from './draft.js' */

/** Its data goes to the trash. @param {Draft} draft @param {Table} table */
export function removeTable(draft, table) {
  for (const field of table.fields) draft.remove(field.id);
  draft.remove(table.id);
}
