/** @import { Actor, Catalog, Field, Filter, QuerySpec, Registry, Sort, Table, Translate } from '@plinth/plugin' */
import { Readable } from 'node:stream';
import { readableField } from '../rights/index.js';
import { csvLine, neutralise } from './neutral.js';

const PAGE = 500;

/**
 * A column of the file: the requested name, which may be a path over relations, and the field at its end; null if there
 * is none, which the gate reports.
 *
 * @typedef {{ name: string, field: Field | null }} Column
 */
/**
 * @typedef {{ table: string, fields?: string[], where?: Filter, sort?: Sort[], params?: Record<string, unknown>,
 *   search?: string | null, delimiter?: string, labels?: boolean, names?: boolean, t?: Translate,
 *   again?: () => Promise<Actor> }} ExportOptions `search`: words; `labels`: labels of related rows instead of their
 *   keys; `names`: columns have the fields' names instead of their labels; `t`: translates the names of the columns that
 *   Plinth fills;
 *   `again`: the current actor, asked for before each page but the first
 */

/**
 * Streams the rows that an actor may read as CSV, page by page through the gate.
 *
 * @param {{ catalog: () => Catalog, registry: Registry, select: (actor: Actor, queries: any[]) => Promise<any[]> }}
 *   context
 * @param {Actor} actor @param {ExportOptions} options
 * @returns {Promise<Readable>} fails before the first byte if there is no such table or field
 */
export async function exportCsv(context, actor, options) {
  const lines = exportLines(context, actor, options);
  const first = await lines.next();
  async function* all() {
    if (first.done) return;
    yield first.value;
    yield* lines;
  }
  return Readable.from(all());
}

/**
 * @param {Parameters<typeof exportCsv>[0]} context @param {Actor} actor @param {ExportOptions} options
 * @returns {AsyncGenerator<string>}
 */
async function* exportLines({ catalog, registry, select }, actor, options) {
  const { delimiter = ',', params = {}, t = (label) => label, again = async () => actor } = options;
  const table = catalog().table(options.table);
  const columns = exportedColumns(catalog(), registry, actor, { table, names: options.fields });
  const spec = specOf(table, columns, options);
  /** @type {string | null} */
  let after = null;
  // The byte order mark tells spreadsheets that the text is UTF-8.
  const head = options.names
    ? columns.map(({ name }) => name)
    : headers(columns, t).map((label) => neutralise(label, delimiter));
  let text = `\ufeff${csvLine(head, delimiter)}`;
  do {
    const reader = after === null ? actor : await again();
    const [result] = await select(reader, [{ spec, params: { ...params, after, words: options.search } }]);
    for (const row of result.rows) text += csvLine(cells(row, columns, registry, options), delimiter);
    yield text;
    text = '';
    after = result.next;
  } while (after);
}

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
function specOf(table, columns, { where, sort, labels, search }) {
  return {
    table: table.name,
    strict: true,
    select: columns.map(({ name, field }, i) => ({
      as: `c${i}`,
      field: name,
      ...(labels && isPointer(field) && { label: /** @type {const} */ (true) }),
    })),
    ...(where && { where }),
    ...(search && { search: { param: 'words' } }),
    sort: sort ?? [{ field: 'id' }],
    limit: PAGE,
    cursor: { after: 'after', before: 'before' },
  };
}

/** @param {Field | null} field */
const isPointer = (field) => field !== null && field.target !== null && field.target !== 'files';

/** Labels if they are unique, otherwise names. @param {Column[]} columns @param {Translate} t */
function headers(columns, t) {
  const labels = columns.map(({ name, field }) => (field ? (field.auto ? t(field.label) : field.label) : name));
  return labels.map((label, at) => (labels.indexOf(label) === labels.lastIndexOf(label) ? label : columns[at].name));
}

/** @param {Record<string, any>} row @param {Column[]} columns @param {Registry} registry @param {ExportOptions} options */
function cells(row, columns, registry, { labels, delimiter }) {
  return columns.map(({ field }, i) => {
    const value = row[`c${i}`] ?? null;
    if (value === null || field === null) return '';
    if (labels && isPointer(field)) return neutralise(labelText(value), delimiter);
    return neutralise(registry.fieldType(field.type).serialize(value, field), delimiter);
  });
}

/** @param {any} value */
const labelText = (value) => (Array.isArray(value) ? value.map((entry) => entry.label).join('; ') : String(value));
