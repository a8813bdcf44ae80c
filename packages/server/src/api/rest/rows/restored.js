/** @import { AppError } from '@plinth/plugin' */
/** @import { Request } from '../../../types.d.ts' */
import { errorOf } from './bulk.js';

/**
 * What programs are told of restored rows.
 *
 * @param {Request} req
 * @param {{ rows: { table: string, key: string | number }[], taken: number,
 *   conflicts: { table: string | null, title: string | null, error: AppError }[] }} restored
 */
export const restoredAnswer = (req, { rows, taken, conflicts }) => ({
  rows: rows.map(({ table, key }) => ({ table, id: key })),
  taken,
  conflicts: conflicts.map(({ table, title, error }) => ({ table, title, error: errorOf(req, error) })),
});
