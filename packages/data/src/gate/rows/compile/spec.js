import { phrase } from '@plinth/plugin';
import { LIMITS } from '../../../catalog/limits/limits.js';
import { queryInvalid, shown } from '../../../postgres/errors/row-errors.js';

/** @import { QuerySpec, Select } from '@plinth/plugin' */

export const MOST_ROWS = LIMITS.pageRows;
const USUAL_ROWS = 50;
const KEYS = [
  'table',
  'select',
  'where',
  'search',
  'sort',
  'limit',
  'cursor',
  'totals',
  'count',
  'groups',
  'parts',
  'leaveOut',
  'strict',
];
const COUNTS = ['exact', 'estimate', 'about', 'none'];
/** Names that a result row can have; `$` is ours. */
const NAME = /^(?!__proto__$)[A-Za-z_][\w.:-]{0,59}$/;

/**
 * Checks the shape of a query. Whether its fields exist and may be read is checked during compilation.
 *
 * @param {QuerySpec} spec @throws QUERY_INVALID
 */
export function checkSpec(spec) {
  if (typeof spec !== 'object' || spec === null || !Array.isArray(spec.select))
    throw queryInvalid('A query needs a list of columns');
  const unknown = Object.keys(spec).find((key) => !KEYS.includes(key));
  if (unknown)
    throw queryInvalid(phrase`A query can't have "${shown(unknown)}"`, phrase`Available: ${KEYS.join(', ')}`);
  if (spec.count !== undefined && !COUNTS.includes(spec.count))
    throw queryInvalid('count must be exact, estimate, about or none');
  const totals = spec.totals ?? [];
  if (!Array.isArray(totals)) throw queryInvalid('totals must be a list');
  checkCount(totals);
  checkGroups(spec);
  checkParts(spec);
  checkSelect(spec.select);
  checkNames(totals);
}

/** Columns of rows, or of nested rows. @param {unknown} select */
function checkSelect(select) {
  if (!Array.isArray(select)) throw queryInvalid('A query needs a list of columns');
  checkCount(select);
  checkNames(select);
}

/** @param {unknown[]} columns */
function checkCount(columns) {
  if (columns.length > LIMITS.queryColumns)
    throw queryInvalid(
      phrase`A query can have at most ${LIMITS.queryColumns} columns`,
      'Ask for fewer, in several queries',
    );
}

/** @param {QuerySpec} spec */
function checkGroups({ groups, select, totals = [], table }) {
  if (groups === undefined) return;
  if (!Array.isArray(groups) || groups.length > LIMITS.groupFields)
    throw queryInvalid(phrase`Rows can be grouped by at most ${LIMITS.groupFields} fields`, 'Leave out the last ones');
  if (groups.length > 0 && (table === null || select.length > 0))
    throw queryInvalid("Groups can't have columns of single rows");
  checkNames([...groups, ...totals]);
}

/** @param {QuerySpec} spec */
function checkParts({ parts, table, groups, cursor, totals, count }) {
  if (parts === undefined) return;
  const { by, limit, most, totals: inParts = [] } = parts ?? {};
  if (!Array.isArray(by) || by.length < 1 || by.length > LIMITS.partFields)
    throw queryInvalid(phrase`Rows can be divided by 1 to ${LIMITS.partFields} fields`);
  if (table === null || groups || cursor || totals || count)
    throw queryInvalid('A query of parts has no groups, cursors, count or totals of its own');
  limitOf({ limit });
  if (most !== undefined && !(Number.isInteger(most) && most >= 1 && most <= LIMITS.parts && by.length === 1))
    throw queryInvalid(phrase`Rows can be divided by one field into 1 to ${LIMITS.parts} parts`);
  if (!Array.isArray(inParts)) throw queryInvalid('totals must be a list');
  checkCount(inParts);
  checkNames(inParts);
}

/** Rows per page. @param {Pick<QuerySpec, 'limit'>} spec */
export function limitOf({ limit = USUAL_ROWS }) {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.pageRows) {
    throw queryInvalid(phrase`A page can have 1 to ${LIMITS.pageRows} rows, not ${shown(limit)}`);
  }
  return limit;
}

/** @param {readonly { as: string, rows?: string, select?: unknown }[]} entries */
function checkNames(entries) {
  const seen = new Set();
  for (const entry of entries) {
    const name = entry?.as;
    if (typeof name !== 'string' || !NAME.test(name))
      throw queryInvalid(phrase`"${shown(name)}" can't be the name of a column`);
    if (seen.has(name)) throw queryInvalid(phrase`Two columns are named "${name}"`);
    if (name === 'id' && /** @type {Select & { field?: string }} */ (entry).field !== 'id')
      throw queryInvalid('"id" is always the key of the row');
    seen.add(name);
    if (entry.rows !== undefined) checkSelect(entry.select);
  }
}
