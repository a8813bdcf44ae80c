/** @import { App, Request } from '../../types.d.ts' */
/** @import { Field, Select, Table } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { fieldNames } from './field-names.js';

const MOST_EXPANSIONS = 10;

/**
 * A relation shown as the row that it leads to: its path, and the fields of that row.
 *
 * @typedef {{ path: string, fields: string[] }} Expansion
 */

/**
 * The columns of a list: the caller's choice of fields, or all that he may read, and those of expanded relations. All
 * come with the same statement, however many rows there are.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {string[]} names fields that the caller may read
 * @param {Record<string, string | undefined>} options
 * @returns {{ select: Select[], fields: string[], expansions: Expansion[] }}
 */
export function columnsOf(app, req, table, names, { fields, expand }) {
  const wanted = fields === undefined ? names : listOf(fields);
  const paths = expand === undefined ? [] : listOf(expand);
  if (paths.length > MOST_EXPANSIONS)
    throw new AppError('QUERY_INVALID', phrase`At most ${MOST_EXPANSIONS} relations are expanded`, { status: 422 });
  const expansions = withParents(paths).map((path) => expansionOf(app, req, table, path));
  const own = [...new Set([...wanted, ...expansions.map(({ path }) => path.split('.')[0])])].filter(
    (name) => name !== 'id',
  );
  const columns = [...own, ...expansions.flatMap(({ path, fields: list }) => list.map((name) => `${path}.${name}`))];
  const select = [...new Set(columns)].map((path) => ({ as: path, field: path }));
  return { select, fields: own, expansions };
}

/** "a.b" needs "a" to stand in. @param {string[]} paths */
function withParents(paths) {
  const all = paths.flatMap((path) => path.split('.').map((_, i, steps) => steps.slice(0, i + 1).join('.')));
  return [...new Set(all)].sort();
}

/** @param {App} app @param {Request} req @param {Table} table @param {string} path @returns {Expansion} */
function expansionOf(app, req, table, path) {
  const { actor, catalog } = req.ctx;
  /** @type {Table | null} */
  let at = table;
  for (const name of path.split('.')) {
    /** @type {Field | undefined} */
    const field = at
      ? app.data.rows.fields(actor, at.name).find((/** @type {Field} */ one) => one.name === name)
      : undefined;
    const isOne = field && app.registry.fieldType(field.type).storage === 'column';
    if (!field || !isOne || !field.target || !catalog.hasTable(field.target)) throw notExpandable(table, path);
    at = catalog.table(field.target);
  }
  const fields = fieldNames(app, actor, /** @type {Table} */ (at).name);
  return { path, fields };
}

/** The same for a field that is not there and for one that the caller may not know of. @param {Table} table @param {string} path */
const notExpandable = (table, path) =>
  new AppError('RELATION_NOT_FOUND', phrase`"${path.slice(0, 100)}" is no relation of table "${table.name}"`, {
    status: 422,
    hint: 'Relations to one row can be expanded, also in steps: project.owner',
  });

/** @param {string} text */
function listOf(text) {
  const list = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (list.length > 0 && list.length <= 200) return list;
  throw new AppError('QUERY_INVALID', 'A list of names, parted by commas, is expected', { status: 422 });
}
