import { FORMATTING_STYLES, NUMBER_CELLS, cellKind, cellText, html } from '@plinth/plugin';
import { formErrors, partsFor, routed, shows } from '../../frame/index.js';
import { showCell } from './cells.js';
import { OPERATORS, operatorsOf } from './grid-conditions.js';
import { gridQuery, gridUrl, readGridState } from './grid-state.js';
import { knownFields } from './known-fields.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { Field, Result, Table } from '@plinth/plugin' */
/** @import { AdminPage, App, Request } from '../../types.d.ts' */
/** @typedef {ReturnType<typeof showCell>} Cell */
/** @import { GridState } from './grid-state.js' */

const CELLS_SCRIPT = 'core-views/js/cells/start.js';

/** The rows of a table: search, filter, sort, page, edit in place. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.data',
  first: true,
  routes: routed({
    'GET /:table/data': shows(show),
    'GET /:table/choices': async (req, res) => {
      const { app, actor } = req.ctx;
      const table = tableOf(req);
      const field = table.field((req.query.get('field') ?? '').split('.').at(-1) ?? '');
      const search = req.query.get('q') ?? '';
      res.json(await app.data.rows.choices(actor, table.name, field.name, { search, limit: 30 }));
    },
  }),
};

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { app, catalog, t } = req.ctx;
  const table = tableOf(req);
  const state = readGridState(app.registry, table, req.query);
  const cells = state.columns.map((field) => showCell(app, catalog, table, field));
  const select = cells.flatMap((cell) => cell.select);
  const { query, errors } = gridQuery(app, catalog, table, state, select, req.ctx.formats);
  /** @type {Result} */
  let result = { rows: [], next: null, previous: null, totals: null, count: null };
  try {
    [result] = await req.ctx.select([query]);
  } catch (error) {
    errors.push(formErrors(error, t).message);
  }
  const { icon } = partsFor(req);
  const deleted =
    table.history &&
    html`<a class="btn btn-ghost" href="${tableUrl(table.name, 'deleted')}">${icon('trash')} ${t('admin.deleted')}</a>`;
  const add = html`<a class="btn btn-primary" href="${tableUrl(table.name, 'data', 'new')}">${icon('plus')} ${t('admin.grid.add')}</a>`;
  return tablePage(req, table, {
    tab: 'data',
    template: 'tables/grid',
    wide: true,
    styles: state.columns.some(({ formatting }) => formatting) ? [FORMATTING_STYLES] : [],
    scripts: ['grid', CELLS_SCRIPT, ...new Set(cells.flatMap((cell) => cell.scripts))],
    actions: table.system ? null : html`${deleted}${add}`,
    model: { ...gridModel(req, table, state, cells, result), errors, filters: filterModel(app, req, table, state) },
  });
}

/** @param {Request} req @param {Table} table @param {GridState} state @param {Cell[]} cells @param {Result} result */
function gridModel(req, table, state, cells, result) {
  const classOf = (/** @type {Field} */ field) => isNumber(req.ctx.app, field) && html` class="pl-number"`;
  const path = tableUrl(table.name, 'data');
  const url = (/** @type {Record<string, string | null>} */ changes) => gridUrl(path, req.query, changes);
  return {
    path,
    cells: tableUrl(table.name, 'cells'),
    adding: table.system ? null : JSON.stringify({ fields: startTexts(req, cells), presets: {} }),
    state,
    query: gridUrl('', req.query, {}),
    change: tableUrl(table.name, 'change'),
    // Rows that this page does not show; without any, the checkboxes of the page are enough.
    changeFound:
      result.next || result.previous
        ? `${tableUrl(table.name, 'change')}?${new URLSearchParams({ all: '1', query: gridUrl('', req.query, {}) })}`
        : null,
    downloads: ['csv', 'xlsx'].map((format) => ({
      format,
      url: gridUrl(tableUrl(table.name, `export.${format}`), req.query, {}),
    })),
    columns: cells.map(({ field, kind }) => ({
      field,
      attributes: html`${classOf(field)}${kind && html` data-field="${field.name}" data-kind="${kind}"`}`,
      sorted: state.sort?.field === field.name ? (state.sort.descending ? 'descending' : 'ascending') : null,
      sortUrl: url({
        sort: state.sort?.field === field.name && !state.sort.descending ? `-${field.name}` : field.name,
      }),
    })),
    rows: result.rows.map((row) => ({
      id: row.id,
      url: tableUrl(table.name, 'data', String(row.id)),
      cells: cells.map((cell) => {
        const shown = cell.render(req, row);
        const named = cell.kind && html` data-field="${cell.field.name}"`;
        return { html: shown, attributes: html`${classOf(cell.field)}${named}${cell.attributes(req, row, shown)}` };
      }),
    })),
    next: result.next && url({ after: result.next }),
    previous: result.previous && url({ before: result.previous }),
    first: state.after || state.before ? url({}) : null,
    filtered: Boolean(state.q || state.conditions.length),
  };
}

/** What the cells of a new row hold. @param {Request} req @param {Cell[]} cells */
const startTexts = ({ ctx: { app, formats } }, cells) =>
  Object.fromEntries(
    cells.flatMap(({ field, kind }) => {
      if (!kind) return [];
      const { default: value } = field;
      const isPlain = value !== null && value !== undefined && typeof value !== 'object' && kind !== 'lookup';
      const type = app.registry.fieldType(field.type);
      return [[field.name, isPlain ? cellText(type, field, kind, value, { formats }) : '']];
    }),
  );

/** Also of numbers that Plinth sets, which no cell edits. @param {App} app @param {Field} field */
const isNumber = (app, field) => {
  const kind = cellKind(app.registry.fieldType(field.type), { auto: null, formula: null });
  return kind !== null && NUMBER_CELLS.has(kind);
};

/** @param {App} app @param {Request} req @param {Table} table @param {GridState} state */
function filterModel(app, { ctx: { t, catalog } }, table, state) {
  const known = { registry: app.registry, catalog };
  const empty = { field: '', op: 'contains', value: '' };
  return {
    fields: knownFields(app.registry, table)
      .filter((field) => app.registry.fieldType(field.type).operators.length)
      .map((field) => ({ value: field.name, label: field.label, operators: operatorsOf(known, field) })),
    operators: OPERATORS.map((op) => ({ value: op, label: t(`admin.op.${op}`) })),
    conditions: [...state.conditions, empty],
    open: state.conditions.length > 0,
    columns: knownFields(app.registry, table).map((field) => ({ ...field, shown: state.columns.includes(field) })),
  };
}
