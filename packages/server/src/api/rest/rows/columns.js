/** @import { App, Request } from '../../../types.d.ts' */
/** @import { Select, Table } from '@plinth/plugin' */
/** @import { RowShape } from './expand.js' */
import { AppError } from '@plinth/plugin';
import { expansionTree, rowColumns } from './expand.js';

/**
 * The columns of a list: the requested fields, or all that the caller may read, and expanded relations.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {readonly string[]} names fields that the caller
 *   may read
 * @param {Record<string, string | undefined>} options @param {number} rows of a page
 * @returns {{ select: Select[], shape: RowShape }}
 */
export function columnsOf(app, req, table, names, { fields, expand }, rows) {
  const wanted = fields === undefined ? names : listOf(fields);
  const tree = expansionTree(app, req, table, expand === undefined ? [] : [...new Set(listOf(expand))]);
  return rowColumns(app, req, [...new Set(['id', ...wanted])], tree, rows);
}

/** @param {string} text */
function listOf(text) {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (list.length > 0 && list.length <= 200) return list;
  throw new AppError('QUERY_INVALID', 'Send a list of names separated by commas', { status: 422 });
}
