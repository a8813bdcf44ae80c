/** @import { ActionRows, Filter, QuerySpec, Table } from '@plinth/plugin' */
/** @typedef {{ column: string, lane?: string, rank: string }} Fields */
/** @typedef {{ id: string | number, rank: string | null }} Neighbour */
/** @typedef {{ column: string | number | null, lane?: string | number | null }} Cell values of a column and a lane */
import { AppError, memoize } from '@plinth/plugin';
import { rankBetween, spread } from '../rank/between.js';
import { ofColumn } from './keys.js';

/** As many cards are moved apart at most, where there is no room between two. */
const MOST_SPREAD = 50;

/**
 * The rank of a card that is dropped below another one, above another one, or else at the end of its column. Only where
 * its neighbours are too close are they moved apart, with the rights of whoever drops it; those that may not be moved
 * stay, and the card comes behind them.
 *
 * @param {{ table: Table, rows: ActionRows, fields: Fields, cell: Cell, id: string | number }} card
 * @param {{ above: Neighbour | null, below: Neighbour | null }} neighbours that are in the column
 * @returns {Promise<string>}
 */
export async function findRank(card, { above, below }) {
  if (above?.rank) return behind(card, { id: above.id, rank: above.rank });
  if (below?.rank) {
    const [before] = await cards(card, 'before', below);
    if (!before?.rank) return /** @type {string} */ (rankBetween(null, below.rank));
    return rankBetween(before.rank, below.rank) ?? behind(card, { id: before.id, rank: before.rank });
  }
  const [last] = await cards(card, 'last', null);
  return /** @type {string} */ (rankBetween(last?.rank ?? null, null));
}

/** @param {Parameters<typeof findRank>[0]} card @param {{ id: string | number, rank: string }} above */
async function behind(card, above) {
  const following = (await cards(card, 'after', above)).filter(({ rank }) => rank !== null);
  const ranks = following.map(({ rank }) => String(rank));
  const free = rankBetween(above.rank, ranks[0] ?? null);
  if (free) return free;
  for (let count = 1; count <= ranks.length; count++) {
    const made = spread(above.rank, ranks[count] ?? null, count + 1);
    if (!made) continue;
    if (await moveApart(card, following.slice(0, count), made.slice(1))) return made[0];
    return rankBetween(ranks[count - 1], ranks[count] ?? null) ?? ranks[count - 1];
  }
  return ranks.at(-1) ?? above.rank;
}

/**
 * The last one first, so that the order holds at any moment.
 *
 * @param {Parameters<typeof findRank>[0]} card @param {readonly Neighbour[]} neighbours @param {readonly string[]} ranks
 * @returns {Promise<boolean>} false: one may not be moved
 */
async function moveApart({ table, rows, fields }, neighbours, ranks) {
  try {
    for (let i = neighbours.length - 1; i >= 0; i--)
      await rows.update(table.name, neighbours[i].id, { [fields.rank]: ranks[i] });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

/**
 * @param {Parameters<typeof findRank>[0]} card @param {'after' | 'before' | 'last'} side @param {Neighbour | null} of
 * @returns {Promise<Neighbour[]>}
 */
async function cards({ table, rows, fields, cell, id }, side, of) {
  const shape = `${table.name} ${side} ${cell.column === null} ${cell.lane === null}`;
  const specs = specsOf(fields);
  const spec = specs.get(shape) ?? makeSpec(table, fields, side, cell);
  specs.set(shape, spec);
  const params = { column: cell.column, lane: cell.lane, self: id, rank: of?.rank, of: of?.id };
  const [result] = await rows.select([{ spec, params }]);
  return result.rows.map((row) => ({ id: row.id, rank: row.rank === null ? null : String(row.rank) }));
}

/** Queries by shape, as long as the settings of the board stay. */
const specsOf = memoize((/** @type {Fields} */ _fields) => /** @type {Map<string, QuerySpec>} */ (new Map()));

/** @param {Table} table @param {Fields} fields @param {'after' | 'before' | 'last'} side @param {Cell} cell @returns {QuerySpec} */
function makeSpec(table, { column, lane, rank }, side, cell) {
  const op = side === 'after' ? 'gt' : 'lt';
  /** @type {Filter[]} */
  const beyond = [
    { field: rank, op, value: { param: 'rank' } },
    {
      all: [
        { field: rank, op: 'eq', value: { param: 'rank' } },
        { field: 'id', op, value: { param: 'of' } },
      ],
    },
  ];
  return {
    table: table.name,
    select: [{ as: 'rank', field: rank }],
    where: {
      all: [
        ofColumn(column, cell.column === null, 'column'),
        ...(lane ? [ofColumn(lane, cell.lane === null, 'lane')] : []),
        { field: 'id', op: 'ne', value: { param: 'self' } },
        { field: rank, op: 'filled' },
        // The first condition is implied by the second, and one that an index can serve.
        ...(side === 'last'
          ? []
          : [{ field: rank, op: /** @type {const} */ (`${op}e`), value: { param: 'rank' } }, { any: beyond }]),
      ],
    },
    sort: [{ field: rank, descending: side !== 'after' }],
    limit: side === 'after' ? MOST_SPREAD : 1,
  };
}
