/** @import { Values } from '@plinth/plugin' */
/** View templates that show one row and need one, the best to open a row first. */
export const OF_ONE_ROW = ['show', 'edit'];

/** @param {Values} body of a view or page @returns {boolean} */
export const showsOneRow = ({ template = '', table }) => Boolean(table) && OF_ONE_ROW.includes(template);
