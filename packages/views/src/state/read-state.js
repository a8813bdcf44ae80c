/** @import { Catalog, Operator, Registry, Sort, Table, ViewState } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { MOMENT_OPERATORS, readMoment } from './read-moment.js';

/** How many conditions one address may set on a view; more than a person sets by hand. */
const MAX_FILTERS = 24;
const MAX_VALUES = 200;
const MAX_WORDS = 200;
const OPERATORS = new Set(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'contains', 'starts', 'has', 'empty', 'filled']);
/** Field types whose value is a list: a plain condition on them matches one of its entries. */
const LIST_TYPES = new Set(['multi_select', 'many_to_many']);

/**
 * Whether the user may read the field that a path leads to; otherwise the name in the address is ignored.
 *
 * @typedef {(table: Table, path: string) => boolean} Reads
 */

/** @type {Reads} */
const everything = () => true;

/**
 * Reads what the address says about one view.
 *
 * @param {URLSearchParams} query
 * @param {{ view: string, table: Table | null, main: boolean, registry: Registry, timeZone?: string, reads?: Reads }}
 *   options
 *   main: the view is the page itself, so that unprefixed names are its own; reads: default: everything
 * @returns {ViewState}
 * @throws {AppError} FIELD_INVALID for an invalid value, ROW_NOT_FOUND for a malformed key
 */
export function readState(query, { view, table, main, registry, timeZone, reads = everything }) {
  const own = (/** @type {string} */ name) => query.get(`${view}:${name}`) ?? (main ? query.get(name) : null);
  const conditions = table
    ? readConditions(query, table, main, { registry, timeZone, reads })
    : { filters: [], presets: {} };
  return {
    id: table ? readKey(query.get(`${table.name}.id`) ?? (main ? query.get('id') : null), table) : null,
    sort: table ? readSort(own('sort'), table, registry, reads) : null,
    after: own('after') || null,
    before: own('before') || null,
    search: (own('q') ?? '').trim().slice(0, MAX_WORDS) || null,
    ...conditions,
    scope: null,
    query: Object.fromEntries(query),
    own: ownParameters(query, view, main),
  };
}

/** The state of a view that the address does not mention. @returns {ViewState} */
export function emptyState() {
  return {
    id: null,
    sort: null,
    after: null,
    before: null,
    search: null,
    filters: [],
    presets: {},
    scope: null,
    query: {},
    own: {},
  };
}

/** @param {URLSearchParams} query @param {string} view @param {boolean} main */
function ownParameters(query, view, main) {
  /** @type {Record<string, string>} */
  const own = Object.create(null);
  for (const [key, value] of query) if (main && !key.includes(':')) own[key] = value;
  for (const [key, value] of query) if (key.startsWith(`${view}:`)) own[key.slice(view.length + 1)] = value;
  return own;
}

/**
 * Keys are checked here, so that a mistyped address is a missing page and not a database error.
 *
 * @param {string | null} text @param {Table} table
 */
function readKey(text, table) {
  if (!text) return null;
  const form = table.key === 'identity' ? /^\d{1,15}$/ : /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
  if (form.test(text)) return text;
  throw new AppError('ROW_NOT_FOUND', phrase`There is no ${table.label} "${text.slice(0, 60)}"`, {
    status: 404,
    hint: 'It may have been deleted, or the address is incomplete',
  });
}

/**
 * @param {string | null} text
 * @param {Table} table
 * @param {Registry} registry
 * @param {Reads} reads
 * @returns {Sort | null}
 */
function readSort(text, table, registry, reads) {
  if (!text) return null;
  const descending = text.startsWith('-');
  const field = descending ? text.slice(1) : text;
  if (!reads(table, field)) return null;
  // Paths over relations are only allowed if a template offers them; it checks the name against its columns.
  if (field.includes('.')) return /^[a-z0-9_.]{1,200}$/.test(field) ? { field, descending } : null;
  if (!table.hasField(field) || !registry.fieldType(table.field(field).type).sortable) return null;
  return { field, descending };
}

/**
 * @typedef {{ registry: Registry, timeZone?: string, reads: Reads }} Reading timeZone: for the limits of a day
 * @param {URLSearchParams} query @param {Table} table @param {boolean} main @param {Reading} reading
 * @returns {Pick<ViewState, 'filters' | 'presets'>}
 */
function readConditions(query, table, main, reading) {
  /** @type {Map<string, { field: string, op: Operator, texts: string[] }>} */
  const found = new Map();
  for (const [key, text] of query) {
    const named = nameOf(key, table, main, reading.reads);
    if (!named || text === '') continue;
    const id = `${named.field}.${named.op}`;
    const entry = found.get(id);
    if (entry) entry.texts.push(text);
    else if (found.size < MAX_FILTERS) found.set(id, { ...named, texts: [text] });
  }
  /** @type {ViewState['filters']} */
  const filters = [];
  /** @type {Record<string, string>} */
  const presets = {};
  // Ordered by name, so that the same conditions in another order share one compiled statement.
  for (const [, { field, op, texts }] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (op === 'eq' || op === 'has') presets[field] = texts[0];
    filters.push(...readCondition(table, field, op, texts, reading));
  }
  return { filters, presets };
}

/**
 * "status", "status.ne" (on the view's own page) or "issues.status", "issues.status.ne".
 *
 * @param {string} key @param {Table} table @param {boolean} main @param {Reads} reads
 * @returns {{ field: string, op: Operator } | null}
 */
function nameOf(key, table, main, reads) {
  if (key.includes(':')) return null;
  const steps = key.split('.');
  if (main && !VIEW_PARAMETERS.has(key)) {
    const bare = fieldAndOperator(steps, table, reads);
    if (bare) return bare;
  }
  return steps[0] === table.name && steps.length > 1 ? fieldAndOperator(steps.slice(1), table, reads) : null;
}

/** Names that mean the view itself on its own page, whatever fields there are. */
const VIEW_PARAMETERS = new Set(['id', 'sort', 'after', 'before', 'q']);

/**
 * @param {string[]} steps
 * @param {Table} table
 * @param {Reads} reads
 * @returns {{ field: string, op: Operator } | null}
 */
function fieldAndOperator(steps, table, reads) {
  const [field, op, ...more] = steps;
  if (more.length > 0 || !field || field === 'id' || !table.hasField(field) || !reads(table, field)) return null;
  if (op === undefined) return { field, op: LIST_TYPES.has(table.field(field).type) ? 'has' : 'eq' };
  return OPERATORS.has(op) ? { field, op: /** @type {Operator} */ (op) } : null;
}

/**
 * @param {Table} table @param {string} name @param {Operator} op @param {string[]} texts @param {Reading} reading
 * @returns {ViewState['filters']} null if the field does not support the operator
 */
function readCondition(table, name, op, texts, { registry, timeZone = 'UTC' }) {
  const field = table.field(name);
  const type = registry.fieldType(field.type);
  if (field.type === 'date_time' && MOMENT_OPERATORS.has(op)) return readMoment(field, op, texts, type, timeZone);
  if (op === 'empty' || op === 'filled') {
    return type.operators.includes(op) ? [{ field: name, op, value: null }] : [];
  }
  const several = texts.length > 1 || op === 'in';
  const wanted = several && (op === 'eq' || op === 'in') ? 'in' : op;
  if (!type.operators.includes(wanted)) return [];
  // Part of a text, or one entry of a list, is not a complete value of the field, so it is used as text.
  if (op === 'contains' || op === 'starts' || op === 'has') {
    const text = texts[0].slice(0, MAX_WORDS);
    return [{ field: name, op, value: field.type === 'many_to_many' ? keyValue(text) : text }];
  }
  const parse = (/** @type {string} */ text) => type.parse(text, field);
  if (wanted === 'in') {
    const values = texts
      .flatMap((text) => (op === 'in' ? text.split(',') : [text]))
      .slice(0, MAX_VALUES)
      .map(parse)
      .filter((value) => value !== null);
    return [{ field: name, op: 'in', value: values }];
  }
  const value = parse(texts[0]);
  return value === null ? [] : [{ field: name, op: wanted, value }];
}

/** Key of a row as the database expects it. @param {string} text */
function keyValue(text) {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}
