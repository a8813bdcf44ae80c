/** @import { Actor, Catalog, Field, Filter, QuerySpec, Registry, Sort, Table, Translate } from '@plinth/plugin' */
import { labelOf, optionsOf } from '../field-types/base/options.js';
import { readableField } from '../rights/index.js';

const PAGE = 500;

/**
 * A column of the file: the requested name, which may be a path over relations, and the field at its end; null if there
 * is none, which the gate reports.
 *
 * @typedef {{ name: string, field: Field | null }} Column
 */
/**
 * @typedef {{ table: string, fields?: string[], where?: Filter, sort?: Sort[], params?: Record<string, unknown>,
 *   search?: string | null, locale?: string, delimiter?: string, labels?: boolean, names?: boolean, t?: Translate, heads?: string[],
 *   again?: () => Promise<Actor> }} ExportOptions `search`: words; `locale`: of who searches; `labels`: labels of related rows and names of files
 *   instead of their keys, and labels of choices; `names`: columns have the fields' names instead of their labels; `t`: translates the names of the columns that
 *   Plinth fills;
 *   `heads`: what the columns of `fields` are called;
 *   `again`: the current actor, asked for before each page but the first
 */

/**
 * @typedef {{ catalog: () => Catalog, registry: Registry, select: (actor: Actor, queries: any[]) => Promise<any[]> }} ExportContext
 * @typedef {{ table: Table, columns: Column[], head: string[], pages: AsyncGenerator<Record<string, any>[]> }} ExportedRows
 *   `pages`: values of the columns as c0, c1, …
 */

/**
 * The rows that an actor may read, page by page through the gate.
 *
 * @param {ExportContext} context @param {Actor} actor @param {ExportOptions} options
 * @returns {Promise<ExportedRows>} fails before the first page if there is no such table or field
 */
export async function readExport({ catalog, registry, select }, actor, options) {
  const { params = {}, t = (label) => label, again = async () => actor } = options;
  const table = catalog().table(options.table);
  const columns = exportedColumns(catalog(), registry, actor, { table, names: options.fields });
  const spec = specOf(table, columns, options);
  const read = async (/** @type {Actor} */ reader, /** @type {string | null} */ after) =>
    (await select(reader, [{ spec, params: { ...params, after, words: options.search } }]))[0];
  const first = await read(actor, null);
  async function* pages() {
    for (let page = first; ; page = await read(await again(), page.next)) {
      yield page.rows;
      if (!page.next) return;
    }
  }
  const head = options.heads ?? (options.names ? columns.map(({ name }) => name) : headers(columns, t));
  return { table, columns, head, pages: pages() };
}

/** Related rows, people and files, with what they are called. @param {Field | null} field */
export const isPointer = (field) => field !== null && field.target !== null;

/**
 * What the options of a value's choices are called.
 *
 * @param {any} value @param {Field} field @returns {string | null} null: the field has no options
 */
export function choiceText(value, field) {
  if (!Array.isArray(field.attributes.options)) return null;
  const options = optionsOf(field);
  return [value]
    .flat()
    .map((one) => labelOf(String(one), options))
    .join('; ');
}

/** @param {any} value labels of related rows, or files with their names */
export const labelText = (value) =>
  [value]
    .flat()
    .map((entry) => (typeof entry === 'object' ? (entry.label ?? entry.name) : entry))
    .join('; ');

/**
 * @param {Catalog} catalog @param {Registry} registry @param {Actor} actor
 * @param {{ table: Table, names?: string[] }} wanted @returns {Column[]}
 */
function exportedColumns(catalog, registry, actor, { table, names }) {
  // Unknown fields go to the gate as well, which reports what is wrong.
  if (names) return names.map((name) => ({ name, field: fieldAt(catalog, table, name) }));
  return table.fields
    .filter((field) => registry.has('fieldType', field.type) && readableField(actor, table, field))
    .map((field) => ({ name: field.name, field }));
}

/** The field at the end of a path such as project.owner.name. @param {Catalog} catalog @param {Table} table @param {string} path */
function fieldAt(catalog, table, path) {
  /** @type {Table | null} */
  let at = table;
  /** @type {Field | null} */
  let field = null;
  for (const name of path.split('.')) {
    field = at?.hasField(name) ? at.field(name) : null;
    at = field?.target && catalog.hasTable(field.target) ? catalog.table(field.target) : null;
  }
  return field;
}

/** @param {Table} table @param {Column[]} columns @param {ExportOptions} options @returns {QuerySpec} */
function specOf(table, columns, { where, sort, labels, search, locale }) {
  return {
    table: table.name,
    strict: true,
    select: columns.map(({ name, field }, i) => ({
      as: `c${i}`,
      field: name,
      ...(labels && isPointer(field) && { label: /** @type {const} */ (true) }),
    })),
    ...(where && { where }),
    ...(search && { search: { param: 'words', locale } }),
    sort: sort ?? [{ field: 'id' }],
    limit: PAGE,
    cursor: { after: 'after', before: 'before' },
  };
}

/** Labels if they are unique, otherwise names. @param {Column[]} columns @param {Translate} t */
function headers(columns, t) {
  const labels = columns.map(({ name, field }) => (field ? (field.auto ? t(field.label) : field.label) : name));
  return labels.map((label, at) => (labels.indexOf(label) === labels.lastIndexOf(label) ? label : columns[at].name));
}
