import { AppError } from '@plinth/plugin';
import { showsOneRow } from '@plinth/server/pages';
import { rowLabel } from '../expressions/try-expression.js';

/** @import { Actor, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Subject } from '../layout/draft.js' */

/**
 * The row that a layout is shown with: the chosen one, otherwise the newest that the actor may read; null if the
 * subject shows no single row, or there is none.
 *
 * @param {Request} req @param {Subject} subject @param {Values} body of the view @param {{ actor: Actor, row: string | null }} seen
 * @returns {Promise<{ id: string, label: string } | null>}
 */
export async function sampleRow({ ctx: { app } }, { table }, body, { actor, row }) {
  if (!table || !showsOneRow(body)) return null;
  const select = [{ as: 'label', field: table.display, label: Boolean(table.field(table.display).target) }];
  const newest = { table: table.name, select, sort: [{ field: 'id', descending: true }], limit: 1 };
  const chosen = { ...newest, where: { field: 'id', op: 'eq', value: row } };
  try {
    const [result] = await app.data.select(actor, [{ spec: row ? chosen : newest, params: {} }]);
    const found = result.rows?.[0];
    return found ? { id: String(found.id), label: rowLabel(found.id, found.label) } : null;
  } catch (error) {
    // No key of this table, or a table that the actor may not read.
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
}
