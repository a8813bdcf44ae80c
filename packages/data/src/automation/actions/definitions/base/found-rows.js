/** @import { ActionRows, Filter, SettingsSchema, Table, Values } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { field, filter, integer } from '@plinth/plugin/settings';

/** More rows than this would hold their locks for too long. */
const MOST = 499;
const USUAL = 100;

/** Settings that name rows of a table. @type {SettingsSchema} */
export const foundRowSettings = [
  { name: 'table', type: 'table', label: 'action.table', required: true },
  filter('where', 'action.rowsThatMatch', { of: 'table' }),
  field('relation', 'action.relation', {
    of: 'table',
    fieldTypes: [{ value: 'reference', isMany: false, isPerson: false }],
  }),
  integer('limit', 'action.atMost', { min: 1, max: MOST, default: USUAL, help: 'action.limit.help' }),
];

/**
 * Rows that the actor may read, with further columns. They are locked before the filter is checked, so that simultaneous
 * presses see each other's changes.
 *
 * @param {{ config: Values, rows: ActionRows, table: Table | null, id: string | number | null }} context
 * @param {readonly string[]} [expressions] over each of the rows
 * @returns {Promise<{ id: string | number, results: unknown[] }[]>}
 * @throws {AppError} ACTION_INCOMPLETE, ACTION_TOO_MANY_ROWS
 */
export async function foundRows({ config, rows, id }, expressions = []) {
  const { table, where, relation, limit = USUAL } = config;
  if (!table)
    throw new AppError('ACTION_INCOMPLETE', 'The action has no table to look for rows in', {
      status: 422,
      hint: 'Choose a table in its settings',
    });
  // Without a row nothing points to it; don't match every row.
  const pointing = relation ? { field: relation, op: /** @type {const} */ ('eq'), value: { param: 'row' } } : null;
  if (pointing && id === null) return [];
  const conditions = /** @type {Filter[]} */ ([where, pointing].filter(Boolean));
  const find = async (/** @type {string[]} */ sources, /** @type {unknown[] | null} */ among) => {
    const held = among ? [HELD] : [];
    const spec = {
      table,
      limit: limit + 1,
      sort: [{ field: 'id' }],
      select: sources.map((expression, i) => ({ as: `e${i}`, expression })),
      where: { all: [...conditions, ...held] },
    };
    const [result] = await rows.select([{ spec, params: { row: id, _held: among } }]);
    return result.rows;
  };
  const ids = (await find([], null)).map((row) => row.id);
  if (ids.length > limit)
    throw new AppError('ACTION_TOO_MANY_ROWS', phrase`More than ${limit} rows match, so nothing was changed`, {
      status: 422,
      hint: 'Narrow down the filter of the action, or raise its limit',
    });
  if (ids.length === 0) return [];
  await rows.hold(table, ids);
  const found = await find([...expressions], ids);
  return found.map((row) => ({ id: row.id, results: expressions.map((_, i) => row[`e${i}`] ?? null) }));
}

/** @type {Filter} */
const HELD = { field: 'id', op: 'in', value: { param: '_held' } };
