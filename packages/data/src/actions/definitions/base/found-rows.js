/** @import { ActionRows, Filter, SettingsSchema, Table } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/** More rows than this would hold their locks for too long. */
const MOST = 499;
const USUAL = 100;

/** Settings that name rows of a table. @type {SettingsSchema} */
export const foundRowSettings = [
  { name: 'table', type: 'table', label: 'Table', required: true },
  { name: 'where', type: 'filter', label: 'Rows that match', of: 'table' },
  {
    name: 'relation',
    type: 'field',
    of: 'table',
    label: 'Only those whose field points to this row',
    fieldTypes: ['relation', 'one_to_one'],
  },
  {
    ...{ name: 'limit', type: 'integer', label: 'At most', min: 1, max: MOST, default: USUAL },
    help: 'If more rows match, nothing is changed.',
  },
];

/**
 * Rows that the actor may read, and what else is asked for of them.
 *
 * @param {{ config: any, rows: ActionRows, table: Table | null, id: string | number | null }} context
 * @param {readonly string[]} [expressions] over each of the rows
 * @returns {Promise<{ id: string | number, results: unknown[] }[]>}
 * @throws {AppError} ACTION_INCOMPLETE, ACTION_TOO_MANY_ROWS
 */
export async function foundRows({ config, rows, id }, expressions = []) {
  const { table, where, relation, limit = USUAL } = config;
  if (!table)
    throw new AppError('ACTION_INCOMPLETE', 'The action has no table to look for rows in', {
      ...{ status: 422, hint: 'Choose a table in its settings' },
    });
  // Without a row nothing points to it, rather than everything.
  const pointing = relation ? { field: relation, op: /** @type {const} */ ('eq'), value: { param: 'row' } } : null;
  if (pointing && id === null) return [];
  const conditions = /** @type {Filter[]} */ ([where, pointing].filter(Boolean));
  const spec = {
    ...{ table, limit: limit + 1, sort: [{ field: 'id' }] },
    select: expressions.map((expression, i) => ({ as: `e${i}`, expression })),
    ...(conditions.length > 0 && { where: { all: conditions } }),
  };
  const [{ rows: found }] = await rows.select([{ spec, params: { row: id } }]);
  if (found.length > limit)
    throw new AppError('ACTION_TOO_MANY_ROWS', phrase`More than ${limit} rows match, so nothing was changed`, {
      ...{ status: 422, hint: 'Narrow down the filter of the action, or raise its limit' },
    });
  return found.map((row) => ({ id: row.id, results: expressions.map((_, i) => row[`e${i}`] ?? null) }));
}
