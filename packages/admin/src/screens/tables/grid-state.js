/** @import { Catalog, Filter, Formats, Operator, QuerySpec, Registry, Table } from '@plinth/plugin' */
/** @import { App } from '../../types.d.ts' */
import { readTexts } from '@plinth/views';
import { formErrors } from '../../frame/index.js';
import { conditionOf } from './grid-conditions.js';
import { knownFields } from './known-fields.js';

const PAGE = 50;
const COLUMNS = 12;
const CONDITIONS = 8;

/**
 * What the address of a grid contains: search, sort, cursor, columns, conditions.
 *
 * @param {Registry} registry @param {Table} table @param {URLSearchParams} query
 */
export function readGridState(registry, table, query) {
  const known = knownFields(registry, table);
  const sort = query.get('sort') ?? '';
  const sortField = sort.replace(/^-/, '');
  const ops = query.getAll('op');
  const values = query.getAll('v');
  return {
    q: query.get('q')?.trim() || null,
    sort: known.some(({ name }) => name === sortField) ? { field: sortField, descending: sort.startsWith('-') } : null,
    after: query.get('after'),
    before: query.get('before'),
    columns: chosenColumns(known, query.getAll('col')),
    conditions: query
      .getAll('f')
      .map((field, i) => ({ field, op: /** @type {Operator} */ (ops[i] ?? 'eq'), value: values[i] ?? '' }))
      .filter(({ field }) => known.some(({ name }) => name === field))
      .slice(0, CONDITIONS),
  };
}

/** @typedef {ReturnType<typeof readGridState>} GridState */

/** @param {readonly import('@plinth/plugin').Field[]} fields @param {string[]} wanted */
function chosenColumns(fields, wanted) {
  const chosen = fields.filter((field) => wanted.includes(field.name));
  if (chosen.length) return chosen;
  return fields
    .filter((field) => !field.auto || ['id', 'formula', 'number', 'function'].includes(field.auto))
    .slice(0, COLUMNS);
}

/**
 * The conditions of a state. Invalid ones are named in `errors` and left out.
 *
 * @param {App} app @param {Catalog} catalog @param {Table} table @param {GridState} state
 * @param {Formats} formats values are read as the reader's language writes them
 * @returns {{ where: Filter | undefined, params: Record<string, unknown>, errors: string[] }}
 */
export function gridConditions(app, catalog, table, state, formats) {
  /** @type {Record<string, unknown>} */
  const params = {};
  /** @type {string[]} */
  const errors = [];
  /** @type {Filter[]} */
  const all = [];
  const asRead = (/** @type {GridState['conditions'][number]} */ one) => {
    const ops = new Map([[one.op, [one.value]]]);
    const [[value]] = readTexts(ops, table.field(one.field), { registry: app.registry, formats }).values();
    return { ...one, value };
  };
  for (const [i, condition] of state.conditions.entries()) {
    if (condition.value === '' && condition.op !== 'empty' && condition.op !== 'filled') continue;
    try {
      all.push(
        conditionOf(
          { registry: app.registry, catalog, timeZone: formats.timeZone },
          table,
          asRead(condition),
          `v${i}`,
          params,
        ),
      );
    } catch (error) {
      errors.push(formErrors(error, formats.t).message);
    }
  }
  return { where: all.length ? { all } : undefined, params, errors };
}

/**
 * The statement for a state.
 *
 * @param {App} app @param {Catalog} catalog @param {Table} table @param {GridState} state @param {QuerySpec['select']}
 *   select @param {Formats} formats
 * @returns {{ query: { spec: QuerySpec, params: Record<string, unknown> }, errors: string[] }}
 */
export function gridQuery(app, catalog, table, state, select, formats) {
  const { locale } = formats;
  const { where, params, errors } = gridConditions(app, catalog, table, state, formats);
  const spec = {
    table: table.name,
    select,
    ...(where && { where }),
    search: { param: 'q', locale },
    sort: state.sort ? [state.sort] : [{ field: 'id', descending: true }],
    limit: PAGE,
    cursor: { after: 'after', before: 'before' },
  };
  return { query: { spec, params: { ...params, q: state.q, after: state.after, before: state.before } }, errors };
}

/**
 * The address of the same grid with changes; they reset the cursor unless they change it.
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
