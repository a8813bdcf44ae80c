/** @import { RenderContext, Result, Row } from '@plinth/plugin' */
/** @import { Axis, Entry } from './axis.js' */

/**
 * @typedef {object} Cell the cards of a column, in a lane
 * @property {Entry} column
 * @property {Entry | null} lane
 * @property {readonly Row[]} rows
 * @property {number} count of all its cards
 * @property {unknown} total
 * @property {string | null} next cursor
 *
 * @typedef {object} BoardModel
 * @property {Entry[]} columns
 * @property {(Entry | null)[]} lanes [null]: the board has none
 * @property {(column: Entry, lane: Entry | null) => Cell} cell
 * @property {boolean} isCut there are more columns or lanes than are shown
 * @property {number} hidden cards in columns that are not shown
 */

/**
 * Makes a board of the parts that came.
 *
 * @param {{ columns: Axis, lanes: Axis | null, named: readonly ({ label: string, picture?: string } | null)[] }} options
 *   named: names of the selected columns with the labels of related rows, and the pictures of people
 * @returns {(result: Result | null, results: RenderContext['results']) => BoardModel}
 */
export function createModel({ columns, lanes, named }) {
  return (result, results = {}) => {
    const parts = result?.parts ?? [];
    const byKey = new Map(parts.map((part) => [keyOf(part.values), part]));
    const found = [0, 1].map(
      (i) =>
        new Map(
          parts.map(({ values, rows }) => {
            const { label = '', picture = '' } = named[i] ?? {};
            return [textOf(values[i]), { label: rows[0]?.[label] ?? null, picture: rows[0]?.[picture] ?? null }];
          }),
        ),
    );
    const across = columns.entries(results.columns ?? null, found[0]);
    const down = lanes?.entries(results.lanes ?? null, found[1]);
    const shown = new Set(across.entries.map(({ key }) => key));
    return {
      columns: across.entries,
      lanes: down ? down.entries.filter(({ key }) => found[1].has(key)) : [null],
      isCut: across.isCut || (down?.isCut ?? false),
      hidden: parts.reduce((sum, { values, count }) => sum + (shown.has(textOf(values[0])) ? 0 : count), 0),
      cell(column, lane) {
        const part = byKey.get(keyOf(lane ? [column.key, lane.key] : [column.key]));
        const { rows = [], count = 0, totals, next = null } = part ?? {};
        return { column, lane, rows, count, total: totals?.sum ?? null, next };
      },
    };
  };
}

/** @param {unknown} value */
const textOf = (value) => (value === null || value === undefined ? '' : String(value));

/** @param {readonly unknown[]} values */
const keyOf = (values) => JSON.stringify(values.map(textOf));
