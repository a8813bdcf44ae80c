/** @import { Filter, Operator, QuerySpec, Table, Translate } from '@plinth/plugin' */
/** @import { App } from '../../../types.d.ts' */
import { formErrors } from '../../run-edit.js';

const PAGE = 50;
const COLUMNS = 12;
const CONDITIONS = 8;

/**
 * What the address of a grid says: words, sort, cursor, columns, conditions.
 *
 * @param {Table} table @param {URLSearchParams} query
 */
export function readGridState(table, query) {
  const sort = query.get('sort') ?? '';
  const sortField = sort.replace(/^-/, '');
  const ops = query.getAll('op');
  const values = query.getAll('v');
  return {
    q: query.get('q')?.trim() || null,
    sort: table.hasField(sortField) ? { field: sortField, descending: sort.startsWith('-') } : null,
    after: query.get('after'),
    before: query.get('before'),
    columns: chosenColumns(table, query.getAll('col')),
    conditions: query
      .getAll('f')
      .map((field, i) => ({ field, op: /** @type {Operator} */ (ops[i] ?? 'eq'), value: values[i] ?? '' }))
      .filter(({ field }) => table.hasField(field))
      .slice(0, CONDITIONS),
  };
}

/** @typedef {ReturnType<typeof readGridState>} GridState */

/** @param {Table} table @param {string[]} wanted */
function chosenColumns(table, wanted) {
  const chosen = table.fields.filter((field) => wanted.includes(field.name));
  if (chosen.length) return chosen;
  return table.fields.filter((field) => !field.auto || field.auto === 'id' || field.formula).slice(0, COLUMNS);
}

/**
 * The statement for a state. Conditions whose value can't be read are named in `errors` and left out.
 *
 * @param {App} app @param {Table} table @param {GridState} state @param {QuerySpec['select']} select @param {Translate} t
 * @returns {{ query: { spec: QuerySpec, params: Record<string, unknown> }, errors: string[] }}
 */
export function gridQuery(app, table, state, select, t) {
  /** @type {Record<string, unknown>} */
  const params = { q: state.q, after: state.after, before: state.before };
  /** @type {string[]} */
  const errors = [];
  /** @type {Filter[]} */
  const all = [];
  for (const [i, { field: name, op, value }] of state.conditions.entries()) {
    const field = table.field(name);
    const type = app.registry.fieldType(field.type);
    if (op === 'empty' || op === 'filled') all.push({ field: name, op });
    else if (value !== '' && type.operators.includes(op)) {
      try {
        params[`v${i}`] = op === 'contains' || op === 'starts' ? value : type.parse(value, field);
        all.push({ field: name, op, value: { param: `v${i}` } });
      } catch (error) {
        errors.push(formErrors(error, t).message);
      }
    }
  }
  const spec = {
    table: table.name,
    select,
    ...(all.length && { where: { all } }),
    search: { param: 'q' },
    sort: state.sort ? [state.sort] : [{ field: 'id', descending: true }],
    limit: PAGE,
    cursor: { after: 'after', before: 'before' },
  };
  return { query: { spec, params }, errors };
}

/**
 * The address of the same grid with something changed; the cursor goes unless it is what changes.
 *
 * @param {string} path @param {URLSearchParams} query @param {Record<string, string | null>} changes
 */
export function gridUrl(path, query, changes) {
  const next = new URLSearchParams(query);
  for (const gone of ['after', 'before', 'done']) next.delete(gone);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text ? `${path}?${text}` : path;
}
