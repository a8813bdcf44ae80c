/** @import { ActionRows, QuerySpec, Table, Values } from '@plinth/plugin' */
/** @import { Fields } from './find-rank.js' */
import { AppError, defineAction, memoize } from '@plinth/plugin';
import { findRank } from './find-rank.js';
import { rowKey, valueOf } from './keys.js';
import { placeSettings } from './settings.js';

/**
 * Puts a card into a column, between two others. `input`: `column` and `lane`, the values of their fields as text; `above`
 * and `below`, the keys of the cards that it is dropped between, as whoever dropped it saw them. They may have moved
 * meanwhile: a neighbour that is elsewhere now is none.
 */
export const moveCard = defineAction({
  name: 'board_move',
  label: 'board.action.move',
  help: 'board.action.moveHelp',
  icon: 'layout-kanban',
  settings: placeSettings,
  needsRow: true,
  right: 'update',
  async run({ table, id, config, input, rows }) {
    const of = /** @type {Table} */ (table);
    const seen = await read(of, rows, config, [id, input.above, input.below]);
    const card = seen.get(String(id));
    if (!card) throw notThere();
    const cell = target(of, config, input, card);
    const isHere = (/** @type {any} */ other) =>
      other?.column === cell.column && (!config.lane || other.lane === cell.lane) ? other : null;
    /** @type {Record<string, unknown>} */
    const values = {};
    if (cell.column !== card.column) values[config.column] = cell.column;
    if (config.lane && cell.lane !== card.lane) values[config.lane] = cell.lane;
    if (config.rank) {
      const neighbours = { above: isHere(seen.get(input.above)), below: isHere(seen.get(input.below)) };
      values[config.rank] = await findRank({ table: of, rows, fields: config, cell, id: card.id }, neighbours);
    }
    if (Object.keys(values).length > 0) await rows.update(of.name, card.id, values);
    return { message: 'board.moved' };
  },
});

/** Where the card goes; what was not sent stays. @param {Table} table @param {Values} config @param {Record<string, string>} input @param {any} card */
function target(table, config, input, card) {
  const valueIn = (/** @type {string} */ field, /** @type {string | undefined} */ text, /** @type {any} */ now) => {
    const value = text === undefined ? now : valueOf(table.field(field), text);
    if (value === undefined) throw new AppError('BOARD_COLUMN_GONE', 'This column is no longer there', { status: 422 });
    return value;
  };
  return {
    column: valueIn(config.column, input.column, card.column),
    ...(config.lane && { lane: valueIn(config.lane, input.lane, card.lane) }),
  };
}

/**
 * The card and its neighbours.
 *
 * @param {Table} table @param {ActionRows} rows @param {any} config @param {unknown[]} ids
 * @returns {Promise<Map<string | undefined, any>>} by key as text
 */
async function read(table, rows, config, ids) {
  const keys = ids.map((id) => rowKey(table, String(id ?? ''))).filter((key) => key !== null);
  const [result] = await rows.select([{ spec: specsOf(config)(table), params: { ids: keys } }]);
  return new Map(result.rows.map((row) => [String(row.id), row]));
}

/** One query for each board and Catalog. */
const specsOf = memoize((/** @type {Fields} */ { column, lane, rank }) =>
  memoize(
    (/** @type {Table} */ { name }) =>
      /** @type {QuerySpec} */ ({
        table: name,
        select: [
          { as: 'column', field: column },
          ...(lane ? [{ as: 'lane', field: lane }] : []),
          ...(rank ? [{ as: 'rank', field: rank }] : []),
        ],
        where: { field: 'id', op: 'in', value: { param: 'ids' } },
        limit: 3,
      }),
  ),
);

const notThere = () =>
  new AppError('ROW_NOT_FOUND', 'This card is no longer there', { status: 404, hint: 'It may have been deleted' });
