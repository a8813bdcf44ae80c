/** @import { Row, Values } from '@plinth/plugin' */
import { LIMITS } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';

/**
 * What a cell was given: a text as it was typed, or the key of a row that was chosen, with its label as text.
 *
 * @typedef {{ text: string, key: string | number | null, adds?: readonly string[] }} Sent adds: parts of the text that become
 *   choices of the field
 * @typedef {{ id: string | number | null, set: Map<string, Sent>, was: Map<string, Sent> }} RowChange
 *   id: null for a new row; was: what the cells showed before
 */

/** Rows of one request. */
export const MOST_ROWS = LIMITS.cellRows;
const LONGEST_KEY = 100;
/** New choices of one cell. */
const MOST_ADDED = 20;

/**
 * Reads the body of a request that writes cells.
 *
 * @param {Values} body @returns {RowChange[]}
 * @throws {AppError} CELLS_INVALID, CELLS_TOO_MANY
 */
export function readCellRequest(body) {
  const rows = body?.rows;
  if (!Array.isArray(rows)) throw invalid();
  if (rows.length > LIMITS.cellRows) throw tooMany();
  const changes = rows.map(readRow);
  if (changes.reduce((sum, { set }) => sum + set.size, 0) > LIMITS.cells) throw tooMany();
  const ids = changes.flatMap(({ id }) => (id === null ? [] : [String(id)]));
  // Two changes of one row have no order here.
  if (new Set(ids).size < ids.length) throw invalid();
  return changes;
}

/** @param {Row} row @returns {RowChange} */
function readRow(row) {
  const id = row?.id ?? null;
  if (id !== null && !isKey(id)) throw invalid();
  return { id, set: readCells(row?.set), was: readCells(row?.was ?? {}) };
}

/** @param {unknown} cells @returns {Map<string, Sent>} */
function readCells(cells) {
  if (typeof cells !== 'object' || cells === null || Array.isArray(cells)) throw invalid();
  return new Map(
    Object.entries(cells).map(([name, cell]) => {
      const { text = '', key = null, adds = [] } = cell ?? {};
      if (typeof text !== 'string' || (key !== null && !isKey(key)) || !isAdded(adds)) throw invalid();
      return [name, adds.length > 0 ? { text, key, adds } : { text, key }];
    }),
  );
}

/** @param {unknown} adds */
const isAdded = (adds) =>
  Array.isArray(adds) && adds.length <= MOST_ADDED && adds.every((text) => typeof text === 'string');

/** @param {unknown} key */
const isKey = (key) => (typeof key === 'string' && key.length <= LONGEST_KEY) || Number.isSafeInteger(key);

const invalid = () =>
  new AppError('CELLS_INVALID', 'The cells could not be read', {
    status: 400,
    hint: 'Send rows, each with its id and the cells to set',
  });

const tooMany = () =>
  new AppError(
    'CELLS_TOO_MANY',
    phrase`At most ${LIMITS.cellRows} rows and ${LIMITS.cells} cells can be written at once`,
    {
      status: 422,
      hint: 'Send them in several requests, or import a file',
    },
  );
