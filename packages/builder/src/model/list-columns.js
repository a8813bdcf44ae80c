// The columns of a list as changes of a draft. Each returns a new draft, or the same one if nothing can change.

/** @import { Draft } from './tree.js' */

/** @typedef {Record<string, any>} Column an entry of the setting `columns` */

/** @param {Draft} draft @returns {readonly Column[]} */
export const columnsOf = (draft) => (Array.isArray(draft.settings?.columns) ? draft.settings.columns : []);

/** @param {Draft} draft @param {number} from @param {number} to its index afterwards @returns {Draft} */
export function moveColumn(draft, from, to) {
  const columns = [...columnsOf(draft)];
  if (from === to || !columns[from] || !columns[to]) return draft;
  columns.splice(to, 0, ...columns.splice(from, 1));
  return withColumns(draft, columns);
}

/** @param {Draft} draft @param {string} field @param {number} [at] @returns {Draft} */
export function addColumn(draft, field, at = columnsOf(draft).length) {
  return withColumns(draft, columnsOf(draft).toSpliced(at, 0, { kind: 'field', field }));
}

/** A list keeps at least one column. @param {Draft} draft @param {number} index @returns {Draft} */
export function removeColumn(draft, index) {
  const columns = columnsOf(draft);
  return columns.length > 1 && columns[index] ? withColumns(draft, columns.toSpliced(index, 1)) : draft;
}

/** @param {Draft} draft @param {number} index @param {Column} changes undefined: the default @returns {Draft} */
export function changeColumn(draft, index, changes) {
  const column = columnsOf(draft)[index];
  if (!column) return draft;
  const given = Object.entries({ ...column, ...changes }).filter(([, value]) => value !== undefined);
  return withColumns(draft, columnsOf(draft).with(index, Object.fromEntries(given)));
}

/** @param {Draft} draft @param {Record<string, unknown>} settings of the view @returns {Draft} */
export const changeSettings = (draft, settings) => ({ ...draft, settings: { ...draft.settings, ...settings } });

/** @param {Draft} draft @param {readonly Column[]} columns */
const withColumns = (draft, columns) => changeSettings(draft, { columns });
