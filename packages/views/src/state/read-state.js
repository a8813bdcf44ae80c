/** @import { Formats, Registry, Sort, Table, ViewState } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { readConditions } from './read-conditions.js';

const MAX_WORDS = 200;
/** More than the data layer sorts by. */
const MAX_SORTS = 4;

/**
 * Whether the user may read the field that a path leads to; otherwise the name in the address is ignored.
 *
 * @typedef {(table: Table, path: string) => boolean} Reads
 */

/** @type {Reads} */
const everything = () => true;

/**
 * Reads what the address says about one view. A condition whose value the field can't have is left out and says so in
 * `asked`: whether the rest is worth showing is for the view to decide.
 *
 * @param {URLSearchParams} query
 * @param {{ view: string, table: Table | null, main: boolean, registry: Registry, formats?: Formats, reads?: Reads }}
 *   options
 *   main: the view is the page itself, so that unprefixed names are its own; reads: default: everything
 * @returns {ViewState}
 * @throws {AppError} ROW_NOT_FOUND for a key of the wrong form
 */
export function readState(query, { view, table, main, registry, formats, reads = everything }) {
  const own = (/** @type {string} */ name) => query.get(`${view}:${name}`) ?? (main ? query.get(name) : null);
  const conditions = table ? readConditions(query, table, main, { registry, formats, reads }) : noConditions();
  const sorts = table ? readSorts(own('sort'), table, registry, reads) : [];
  return {
    id: table ? readKey(query.get(`${table.name}.id`) ?? (main ? query.get('id') : null), table) : null,
    sort: sorts[0] ?? null,
    sorts,
    count: query.has(`${view}:count`),
    after: own('after') || null,
    before: own('before') || null,
    search: (own('q') ?? '').trim().slice(0, MAX_WORDS) || null,
    ...conditions,
    scope: null,
    query: Object.fromEntries(query),
    own: ownParameters(query, view, main),
  };
}

const noConditions = () => ({ filters: [], groups: [], asked: [], presets: {} });

/** The state of a view that the address says nothing about. @returns {ViewState} */
export function emptyState() {
  return {
    id: null,
    sort: null,
    sorts: [],
    count: false,
    after: null,
    before: null,
    search: null,
    ...noConditions(),
    scope: null,
    query: {},
    own: {},
  };
}

/** @param {URLSearchParams} query @param {string} view @param {boolean} main */
function ownParameters(query, view, main) {
  /** @type {Record<string, string>} */
  const bare = Object.create(null);
  /** @type {Record<string, string>} */
  const named = Object.create(null);
  const prefix = `${view}:`;
  for (const [key, value] of query) {
    if (key.startsWith(prefix)) named[key.slice(prefix.length)] = value;
    else if (main && !key.includes(':')) bare[key] = value;
  }
  return Object.assign(bare, named);
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
 * "-due,title": by several fields, each once.
 *
 * @param {string | null} text @param {Table} table @param {Registry} registry @param {Reads} reads
 * @returns {Sort[]}
 */
function readSorts(text, table, registry, reads) {
  const all = (text ?? '').split(',').flatMap((part) => readSort(part, table, registry, reads) ?? []);
  return all.filter(({ field }, i) => all.findIndex((other) => other.field === field) === i).slice(0, MAX_SORTS);
}

/**
 * @param {string} text @param {Table} table @param {Registry} registry @param {Reads} reads
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
