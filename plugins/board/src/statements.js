/** @import { Actor, Filter, Narrowing, Query, Select, ViewCompiler, ViewState, Values } from '@plinth/plugin' */
/** @import { Axis } from './axis.js' */
import { ofColumn, valueOf } from './actions/keys.js';

/** Cards on one page, however many columns there are. */
const MOST_CARDS = 500;

/**
 * The statements of a board: the first cards of each column, and of one column the cards behind a cursor.
 *
 * @param {Values} config @param {ViewCompiler} c
 * @param {{ columns: Axis, lanes: Axis | null, select: readonly Select[], narrowing: Narrowing }} parts
 */
export function createStatements(config, c, { columns, lanes, select, narrowing }) {
  const where = conditionOf(config);
  const sort = config.manualOrder && config.rankField ? [{ field: config.rankField }] : config.sort;
  const by = [columns.field.name, ...(lanes ? [lanes.field.name] : [])];
  const totals = config.totalField
    ? [{ as: 'sum', aggregate: /** @type {const} */ ('sum'), field: config.totalField }]
    : [];
  const parts = { by, limit: config.pageSize, totals };
  const all = c.rows({ select, where, sort, limit: MOST_CARDS, paging: false, parts, search: true });
  const ofOne = (/** @type {boolean} */ noColumn, /** @type {boolean} */ noLane) => {
    const cell = [ofColumn(by[0], noColumn, 'column'), ...(lanes ? [ofColumn(by[1], noLane, 'lane')] : [])];
    return c.rows({
      select,
      where: { all: [...(where ? [where] : []), ...cell] },
      sort,
      limit: config.pageSize,
      search: true,
    });
  };
  const ones = [false, true].map((noColumn) => [false, true].map((noLane) => ofOne(noColumn, noLane)));

  return {
    /** @param {ViewState} state @param {Actor} actor @returns {Query | null} */
    query(state, actor) {
      const { column, lane } = cellOf(state, lanes !== null);
      if (column === undefined) return all(state, actor);
      const values = { column: valueOf(columns.field, column), lane: lanes ? valueOf(lanes.field, lane) : null };
      if (values.column === undefined || values.lane === undefined) return null;
      const { spec, params } = ones[Number(column === '')][Number(lane === '')](state, actor);
      return { spec, params: { ...params, ...values } };
    },
    /** @param {ViewState} state @returns {Record<string, Query | null | undefined>} */
    queries: (state) => ({ columns: columns.query, lanes: lanes?.query, choices: narrowing.choices(state) }),
  };
}

/** Parameters of the address; no field has a name with a hyphen. */
export const PARAMS = Object.freeze({ column: 'in-column', lane: 'in-lane', move: 'move-card' });
/** Stands in the address for the column of cards without a value: empty parameters are left out of it. */
const NONE = '-';

/** @param {string} key of a column or lane */
export const asParam = (key) => (key === '' ? NONE : key);

/**
 * Of which column the address asks for more, and of which lane of it; undefined: of none.
 *
 * @param {ViewState} state @param {boolean} hasLanes
 */
export function cellOf({ own }, hasLanes) {
  const read = (/** @type {string | undefined} */ text) => (text === NONE ? '' : text);
  return { column: read(own[PARAMS.column]), lane: (hasLanes && read(own[PARAMS.lane])) || '' };
}

/** @param {{ filter?: Filter, condition?: string }} config @returns {Filter | undefined} */
function conditionOf({ filter, condition }) {
  if (!condition) return filter;
  return filter ? { all: [filter, { expression: condition }] } : { expression: condition };
}
