/** @import { Actor, Cache, ElementCompiler, Html, RenderContext, Result, RowModel, RowsOptions, View, ViewCompiler, ViewState, Values } from '@plinth/plugin' */
/** @import { FilterBar } from './filters/bar.js' */
/** @import { Column } from './columns.js' */
/** @import { Grouping } from './groups/grouping.js' */
/** @import { ChosenTotals, Totals } from './totals.js' */
import { AppError, PANEL, createCache, defineViewTemplate, html } from '@plinth/plugin';
import { rowsWhere } from '../parts/rows-where.js';
import { createEmpty } from '../parts/empty.js';
import { createFrame } from '../parts/frame.js';
import { createLink } from '../parts/create-link.js';
import { createSearchBox } from '../parts/search-box.js';
import { isRoomy } from './column-types.js';
import { createColumnMenus } from './column-menus.js';
import { compileColumn } from './columns.js';
import { listDefaults } from './defaults.js';
import { CELLS_SCRIPT, createEditing } from './editing-cells.js';
import { createFilterBar } from './filters/bar.js';
import { createFooter } from './footer.js';
import { createGrouping } from './groups/grouping.js';
import { createGroupHead } from './groups/print.js';
import { listSettings } from './settings.js';
import { createSelecting, SELECT_SCRIPTS, SELECT_STYLE } from './selecting.js';
import { createSavedMenu } from './saved-menu.js';
import { createTable } from './table.js';
import { chooseTotals } from './totals.js';
import { createViewMenu } from './view-menu.js';

const ROWS_SCRIPT = 'core-views/js/views/rows.js';
const FILTER_SCRIPTS = ['views/filter', 'views/list-filter', 'fields/typed'].map((name) => `core-views/js/${name}.js`);
const OTHER_SCRIPTS = ['list-count', 'list-saved', 'list-view'].map((name) => `core-views/js/views/${name}.js`);

/** Rows as a table: columns, sorting, paging, search, row click, actions per row, totals. */
export const list = defineViewTemplate({
  name: 'list',
  order: 10,
  label: 'vt.list',
  icon: 'list-details',
  description: 'vt.list.description',
  needsTable: true,
  settings: listSettings,
  styles: ['core-views/css/list.css'],
  defaults: listDefaults,
  compile(view, c) {
    const { config } = view;
    const scope = c.scope();
    const rowUrl = rowLink(config, c, scope.c);
    const columns = compileColumns(config, c, scope.c, rowUrl !== null);
    const editing = createEditing(view, columns, c, scope.c);
    const selecting = createSelecting(view, columns, c);
    const grouping = createGrouping(view, columns, c, scope.c);
    const options = rowsOptions(config, columns, scope.done().select);
    const chosen = chooseTotals(view, columns, c);
    const statements = createStatements(options, { grouping, chosen }, c);
    const table = createTable(view, columns, { rowUrl, editing, selecting, grouping, chosen }, c);
    const frame = createFrame(view, c.t);
    const create = createLink(config, c);
    const search = createSearchBox(config.search, c);
    const empty = createEmpty(config, c, create);
    const footer = createFooter(view, c);
    const filters = createFilterBar(view, namesOf(columns), c);
    const menus = createMenus(view, c, grouping);
    const heads = createColumnMenus(columns, { filters, grouping, chosen }, c);
    const groupHead = createGroupHead(c);
    const bare = createBareHead(table, c);

    return {
      query: statements.query,
      exports: columns.flatMap(({ field, label, pictures }) => (field ? [{ field, label, pictures }] : [])),
      queries: (state, actor) => ({ choices: filters.choices(state), totals: statements.totals(state, actor) }),
      controls: filters.controls,
      ...(editing && { cells: editing.fields }),
      ...(selecting && { selecting }),
      styles: selecting ? [SELECT_STYLE] : [],
      scripts: [
        ...(rowUrl ? [ROWS_SCRIPT, ...(config.rowOpen === 'panel' ? [PANEL.script] : [])] : []),
        ...(editing ? [CELLS_SCRIPT] : []),
        ...(selecting ? SELECT_SCRIPTS : []),
        ...FILTER_SCRIPTS,
        ...OTHER_SCRIPTS,
      ],
      render(result, context) {
        const { state } = context;
        // Without a form for the first row, it is typed into the list.
        const isTyped = editing?.adding?.mayType(context) && !create(context);
        const rows = result && (result.rows.length > 0 || (isTyped && !isNarrowed(state))) ? result : null;
        const searchBox = rows || state.search !== null ? search(context) : null;
        // Both stay where they are when a search finds nothing.
        const menu = rows || isNarrowed(state) ? menus(context, filters, rows !== null) : null;
        const button = rows || isNarrowed(state) ? create(context, 'btn btn-sm btn-primary') : null;
        return frame(
          {
            actions: searchBox || menu ? html`${searchBox}${menu}` : null,
            create: button,
            body: html`${filters.chips(context)}${groupHead(grouping.of(state, context.env.actor), result, context)}${rows ? html`${table(rows, context)}${heads(context)}` : html`${bare(result, context)}${empty(context)}`}`,
            footer: footer(result, context),
            flush: true,
          },
          context,
        );
      },
    };
  },
});

/**
 * In the builder an empty list has headings too: its columns are arranged there.
 *
 * @param {(result: Result, context: RenderContext) => Html} table @param {ViewCompiler} c
 * @returns {(result: Result | null, context: RenderContext) => Html | null}
 */
function createBareHead(table, c) {
  const isDrafted = c.columnMark(0).text !== '';
  return (result, context) => (isDrafted && result ? table(result, context) : null);
}

/** @param {readonly Column[]} columns */
const namesOf = (columns) => columns.map(({ field }) => field);

/** @param {RenderContext['state']} state */
const isNarrowed = ({ search, asked }) => search !== null || asked.length > 0;

/**
 * @param {Values} config @param {readonly Column[]} columns @param {RowsOptions['select']} select @returns {RowsOptions}
 */
function rowsOptions(config, columns, select) {
  return {
    select,
    where: rowsWhere(config),
    sort: config.sort,
    limit: config.pageSize,
    search: true,
    countable: true,
    sortable: columns.flatMap((column) => column.sort ?? []),
    totals: columns.flatMap(({ total }, i) =>
      total ? [{ as: `t${i}`, aggregate: total.aggregate, field: total.field.name }] : [],
    ),
  };
}

/**
 * The statements of the list, by how its reader grouped it and which totals they chose.
 *
 * @param {RowsOptions} options @param {{ grouping: Grouping, chosen: ChosenTotals }} by @param {ViewCompiler} c
 */
function createStatements(options, { grouping, chosen }, c) {
  const usual = c.rows(options);
  const others = /** @type {Cache<string, typeof usual>} */ (createCache({ max: 50 }));
  const plain = (/** @type {Totals} */ { key, list }) =>
    key === '' ? usual : others.getOrMake(key, () => c.rows({ ...options, totals: list }));
  grouping.compile(options);
  return {
    /** @param {ViewState} state @param {Actor} actor */
    query(state, actor) {
      const totals = chosen.of(state, actor);
      return grouping.query(grouping.of(state, actor), totals, state, actor) ?? plain(totals)(state, actor);
    },
    /** Over all groups. */
    totals: (/** @type {ViewState} */ state, /** @type {Actor} */ actor) =>
      grouping.totals(grouping.of(state, actor), chosen.of(state, actor), state, actor),
  };
}

/**
 * The buttons for filters, saved filters and the look of the list.
 *
 * @param {View & { config: unknown }} view @param {ViewCompiler} c @param {Grouping} grouping
 * @returns {(context: RenderContext, filters: FilterBar, hasRows: boolean) => Html | null}
 */
function createMenus(view, c, grouping) {
  const saved = createSavedMenu(view, c);
  const look = createViewMenu(view, c, grouping);
  return (context, filters, hasRows) => {
    const filter = filters.button(context);
    return html`${filter}${filter && saved(context)}${look(context, hasRows)}`;
  };
}

/**
 * Where a click on a row leads; nowhere for people who may not open that view.
 *
 * @param {Values} config @param {ViewCompiler} c @param {ElementCompiler} e
 * @returns {((m: RowModel) => string | null) | null}
 */
function rowLink({ rowView }, c, e) {
  if (!rowView) return null;
  return c.attempt('config.rowView', () => {
    const url = e.viewUrl(rowView, { row: true });
    const open = e.mayOpen(rowView, { row: true });
    return (m) => (open(m) ? url(m) : null);
  });
}

/**
 * A column that can't be compiled is left out and reported. If its rows lead somewhere, a list has a real link in each
 * row for keyboards and screen readers: in the column that names the row, unless one was chosen.
 *
 * @param {Values} config @param {ViewCompiler} c @param {ElementCompiler} e @param {boolean} rowsLead
 * @returns {Column[]}
 */
function compileColumns(config, c, e, rowsLead) {
  /** @type {Values[]} */
  const entries = config.columns;
  const hasLink = entries.some((entry) => entry.link === config.rowView);
  const main = mainColumn(entries, c);
  const columns = entries.flatMap((entry, i) => {
    const link = rowsLead && !hasLink && i === main && !entry.link ? { link: config.rowView } : {};
    return (
      c.attempt(`config.columns.${i}`, () => compileColumn({ ...entry, ...link, main: i === main }, i, c, e)) ?? []
    );
  });
  if (columns.length > 0) return columns;
  throw new AppError('VIEW_INVALID', 'The list has no columns to show', {
    status: 422,
    hint: 'Choose its columns in the settings of the view',
  });
}

/**
 * The column that names the row: the table's display field if it is a text, otherwise the first text.
 *
 * @param {Values[]} entries @param {ViewCompiler} c
 */
function mainColumn(entries, { table, catalog }) {
  const isText = (/** @type {Values} */ entry) => {
    const found = entry.kind === 'field' && entry.field && table ? catalog.path(table, entry.field) : null;
    return found ? isRoomy(found.field) : false;
  };
  const display = entries.findIndex((entry) => entry.kind === 'field' && entry.field === table?.display);
  if (display >= 0 && isText(entries[display])) return display;
  const text = entries.findIndex(isText);
  return text >= 0 ? text : Math.max(display, 0);
}
