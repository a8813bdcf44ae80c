/** @import { Actor, Catalog, Field, Filter, PictureSize, QuerySpec, Registry, Sort, Table, Translate, Row, Values } from '@plinth/plugin' */
import { labelOf, optionsOf } from '../../catalog/field-types/base/options.js';
import { readableField } from '../../rules/rights/index.js';
import { createFittingPages } from '../../gate/rows/fitting-pages.js';
import { fileCells } from './file-cells.js';
import { listText } from './list-text.js';

const PAGE = 500;

/**
 * A column of the file: the requested name, which may be a path over relations, and the field at its end; null if there
 * is none, which the gate reports. `pictures`: in a PDF, its files are shown as pictures.
 *
 * @typedef {{ name: string, field: Field | null, pictures?: PictureSize | null }} Column
 */
/**
 * @typedef {{ table: string, fields?: string[], where?: Filter, sort?: Sort[], params?: Record<string, unknown>,
 *   search?: string | null, locale?: string, delimiter?: string, labels?: boolean, findable?: boolean, names?: boolean, t?: Translate, heads?: string[], pictures?: readonly (PictureSize | null | undefined)[],
 *   again?: () => Promise<Actor> }} ExportOptions `search`: words; `locale`: of who searches; `labels`: labels of related rows and names of files
 *   instead of their keys, and labels of choices; `findable`: names of files as an import finds them again; `names`: columns have the fields' names instead of their labels; `t`: translates the names of the columns that
 *   Plinth fills;
 *   `heads`: what the columns of `fields` are called; `pictures`: how large a PDF has their pictures;
 *   `again`: the current actor, asked for before each page but the first
 */

/**
 * @typedef {{ db: import('../../postgres/database/database.js').Database, catalog: () => Catalog, registry: Registry, select: (actor: Actor, queries: any) => Promise<any[]> }} ExportContext
 * @typedef {{ table: Table, columns: Column[], head: string[], pages: AsyncGenerator<Values[]> }} ExportedRows
 *   `pages`: values of the columns as c0, c1, …
 */

/**
 * The rows that an actor may read, page by page through the gate.
 *
 * @param {ExportContext} context @param {Actor} actor @param {ExportOptions} options
 * @returns {Promise<ExportedRows>} fails before the first page if there is no such table or field
 */
export async function readExport({ db, catalog, registry, select }, actor, options) {
  const { params = {}, t = (label) => label, again = async () => actor } = options;
  const table = catalog().table(options.table);
  const columns = exportedColumns(catalog(), registry, actor, {
    table,
    names: options.fields,
    pictures: options.pictures,
  });
  const spec = specOf(table, columns, options);
  const page = createFittingPages(select, spec);
  const read = (/** @type {Actor} */ reader, /** @type {string | null} */ after) =>
    page(reader, { ...params, after, words: options.search });
  const first = await read(actor, null);
  async function* pages() {
    let reader = actor;
    for (let page = first; ; page = await read(reader, page.next)) {
      if (options.findable) await nameFiles({ db, catalog: catalog(), registry, actor: reader }, columns, page.rows);
      yield page.rows;
      if (!page.next) return;
      reader = await again();
    }
  }
  const head = options.heads ?? (options.names ? columns.map(({ name }) => name) : headers(columns, t));
  return { table, columns, head, pages: pages() };
}

/**
 * Whether a column has what its values are called instead of their keys: related rows, people and files.
 *
 * @param {Field | null} field @param {ExportOptions} options
 */
export const isNamed = (field, { labels, findable }) =>
  field !== null && field.target !== null && Boolean(labels || (findable && field.target === 'files'));

/**
 * @param {Parameters<typeof fileCells>[0]} context @param {Column[]} columns
 * @param {Row[]} rows whose files get the texts of their cells
 */
async function nameFiles(context, columns, rows) {
  for (const [i, { field }] of columns.entries()) {
    if (field?.target !== 'files') continue;
    const cells = await fileCells(
      context,
      field,
      rows.map((row) => row[`c${i}`] ?? null),
    );
    for (const [at, row] of rows.entries()) row[`c${i}`] = cells[at] || null;
  }
}

/**
 * What the options of a value's choices are called.
 *
 * @param {unknown} value @param {Field} field @returns {string | null} null: the field has no options
 */
export function choiceText(value, field) {
  const labels = choiceLabels(value, field);
  return labels && (Array.isArray(value) ? listText(labels) : labels[0]);
}

/** @param {unknown} value @param {Field} field */
function choiceLabels(value, field) {
  if (!Array.isArray(field.attributes.options)) return null;
  const options = optionsOf(field);
  return [value].flat().map((one) => labelOf(String(one), options));
}

/**
 * A value as people read it.
 *
 * @param {unknown} value @param {Field | null} field @param {ExportOptions} options
 * @param {{ registry: Registry, formats: import('@plinth/plugin').Formats }} parts
 */
export function readableText(value, field, options, { registry, formats }) {
  if (value === null || field === null) return '';
  if (isNamed(field, options)) return [value].flat().map(nameOf).join('; ');
  return String(choiceLabels(value, field)?.join('; ') ?? registry.fieldType(field.type).format(value, field, formats));
}

/** @param {unknown} value labels of related rows, or files with their names @returns {string} */
export const labelText = (value) =>
  Array.isArray(value) ? listText(value.map((entry) => String(nameOf(entry)))) : String(nameOf(value));

/** @param {any} entry */
const nameOf = (entry) => (typeof entry === 'object' ? (entry.label ?? entry.name) : entry);

/**
 * @param {Catalog} catalog @param {Registry} registry @param {Actor} actor
 * @param {{ table: Table, names?: string[], pictures?: ExportOptions['pictures'] }} wanted @returns {Column[]}
 */
function exportedColumns(catalog, registry, actor, { table, names, pictures }) {
  // Unknown fields go to the gate as well, which reports what is wrong.
  if (names) return names.map((name, i) => ({ name, field: fieldAt(catalog, table, name), pictures: pictures?.[i] }));
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
function specOf(table, columns, options) {
  const { where, sort, search, locale } = options;
  return {
    table: table.name,
    strict: true,
    select: columns.map(({ name, field }, i) => ({
      as: `c${i}`,
      field: name,
      ...(isNamed(field, options) && { label: /** @type {const} */ (true) }),
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
