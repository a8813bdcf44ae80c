/** @import { App, Request } from '../../../types.d.ts' */
/** @import { Field, Select, Table } from '@plinth/plugin' */
import { LIMITS, isTableVisible } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';
import { fieldNames } from './field-names.js';
import { comparisonOf, restOfList } from './rest-of-list.js';
import { findPointing } from './rows-pointing-here.js';

/**
 * How a row of the response is built from a flat record: `cells` go to their places, `ones` are related rows (in the
 * same record), `lists` are lists of records.
 *
 * @typedef {{ cells: { as: string, place: string[] }[], ones: One[], lists: List[] }} RowShape
 * @typedef {{ name: string, key: string, id: string, shape: RowShape }} One key: the relation's value; id: that of the
 *   row, if it may be read
 * @typedef {{ as: string, name: string, most: number, rest: ReturnType<typeof restOfList>, shape: RowShape }} List
 *   most: rows of an answer, of which the record has one more; rest: where the others are
 * @typedef {{ step: Step, branches: Tree }} Branch
 * @typedef {Map<string, Branch>} Tree
 * @typedef {{ kind: 'file' } | { kind: 'one', table: Table } | Many} Step
 * @typedef {{ kind: 'many', table: Table, relation: string, where: string }} Many where: the parameter by which a list
 *   of that table is asked for the rows that belong to one row, with its key
 */

/** Rows in a nested list, and in a list inside that. */
const MOST_IN_LIST = [100, 20];
/** Rows per response, including nested ones. */
const MOST_ROWS = 100_000;

/**
 * The requested relations as a tree: `project.owner,tasks`.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {readonly string[]} paths
 * @returns {Tree}
 */
export function expansionTree(app, req, table, paths) {
  if (paths.length > LIMITS.apiExpansions)
    throw new AppError('QUERY_INVALID', phrase`At most ${LIMITS.apiExpansions} relations can be expanded`, {
      status: 422,
      hint: 'Leave some out, or ask in several requests',
    });
  /** @type {Tree} */
  const tree = new Map();
  for (const path of paths) {
    let at = tree;
    /** @type {Table | null} */
    let from = table;
    for (const name of path.split('.')) {
      /** @type {Step | null} */
      const step = at.get(name)?.step ?? (from && stepOf(app, req, from, name));
      if (!step) throw notExpandable(table, path);
      const branch = at.get(name) ?? { step, branches: new Map() };
      at.set(name, branch);
      at = branch.branches;
      from = 'table' in step ? step.table : null;
    }
  }
  return tree;
}

/** @param {App} app @param {Request} req @param {Table} table @param {string} name @returns {Step | null} */
function stepOf(app, req, table, name) {
  const { actor, catalog } = req.ctx;
  // Of a table that the caller may not read they know the keys, and no further step.
  if (!isTableVisible(actor, table)) return null;
  const readable = (/** @type {Table} */ of) => /** @type {Field[]} */ (app.data.rows.fields(actor, of.name));
  const isJoin = (/** @type {Field} */ field) => app.registry.fieldType(field.type).storage === 'join';
  const field = readable(table).find((one) => one.name === name);
  if (field) {
    if (field.target === 'files') return { kind: 'file' };
    if (!field.target || !catalog.hasTable(field.target)) return null;
    const target = catalog.table(field.target);
    if (!isJoin(field)) return { kind: 'one', table: target };
    return { kind: 'many', table: target, relation: name, where: `${table.name}_${name}.has` };
  }
  const pointing = findPointing(app, req, table, name);
  if (!pointing) return null;
  const { name: back } = pointing.field;
  const where = isJoin(pointing.field) ? `${back}.has` : comparisonOf(back);
  return { kind: 'many', table: pointing.table, relation: `${pointing.table.name}.${back}`, where };
}

/**
 * Columns and shape of a row with its expanded relations. All of it is one statement, however many rows there are.
 *
 * @param {App} app @param {Request} req @param {readonly string[]} fields of the row itself, by path @param {Tree} tree
 * @param {number} rows the most such rows
 * @returns {{ select: Select[], shape: RowShape }}
 */
export function rowColumns(app, req, fields, tree, rows) {
  /** @type {Select[]} */
  const select = [];
  let names = 0;
  /** @param {any} column */
  const add = (column) => {
    const as = `e${names++}`;
    select.push({ as, ...column });
    return as;
  };

  /** @param {readonly string[]} own @param {Tree} branches @param {string} prefix @returns {RowShape} */
  function shapeOf(own, branches, prefix) {
    const path = (/** @type {string} */ name) => prefix + name;
    const isFile = (/** @type {string} */ name) => branches.get(name)?.step.kind === 'file';
    const cells = own.map((name) => ({
      as: name === 'id' && prefix === '' ? 'id' : add({ field: path(name), ...(isFile(name) && { label: true }) }),
      place: name.split('.'),
    }));
    /** @type {RowShape} */
    const shape = { cells, ones: [], lists: [] };
    for (const [name, { step, branches: inner }] of branches) {
      if (step.kind === 'file') {
        if (!own.includes(name)) cells.push({ as: add({ field: path(name), label: true }), place: [name] });
        continue;
      }
      const { actor } = req.ctx;
      const columns = isTableVisible(actor, step.table) ? fieldNames(app, actor, step.table.name) : ['id'];
      if (step.kind === 'one') {
        const [key, id] = [add({ field: path(name) }), add({ field: `${path(name)}.id` })];
        shape.ones.push({ name, key, id, shape: shapeOf(columns, inner, `${path(name)}.`) });
      } else {
        const limit = limitAt(rows);
        const list = rowColumns(app, req, columns, inner, rows * limit);
        const of = prefix === '' ? {} : { of: prefix.slice(0, -1) };
        shape.lists.push({
          // One more row shows whether there are others.
          as: add({ rows: step.relation, ...of, select: list.select, limit: limit + 1 }),
          name,
          most: limit,
          shape: list.shape,
          rest: restOfList(app, req.ctx, step, pathsOf(inner)),
        });
      }
    }
    return shape;
  }
  const shape = shapeOf(fields, tree, '');
  return { select, shape };
}

/** Named as they would be requested. @param {Tree} tree @returns {string[]} */
function pathsOf(tree) {
  return [...tree].flatMap(([name, { branches }]) =>
    branches.size === 0 ? [name] : pathsOf(branches).map((path) => `${name}.${path}`),
  );
}

/** @param {number} rows */
function limitAt(rows) {
  const limit = MOST_IN_LIST.find((most) => rows * most <= MOST_ROWS);
  if (limit !== undefined) return limit;
  throw new AppError('QUERY_INVALID', 'Too many nested rows for one response', {
    status: 422,
    hint: 'Request smaller pages (limit) or expand less',
  });
}

/** The same error for a missing field and for a hidden one. @param {Table} table @param {string} path */
const notExpandable = (table, path) =>
  new AppError('RELATION_NOT_FOUND', phrase`"${path.slice(0, 100)}" is not a relation of table "${table.name}"`, {
    status: 422,
    hint: 'Relations, lists and tables that refer to this one can be expanded, also over several steps: project.owner',
  });
