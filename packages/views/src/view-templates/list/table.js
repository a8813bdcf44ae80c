/** @import { Html, RenderContext, Result, RowModel, ViewCompiler } from '@plinth/plugin' */
/** @import { Column } from './columns.js' */
/** @import { Editing } from './editing-cells.js' */
/** @import { Grouping } from './groups/grouping.js' */
/** @import { Selecting } from './selecting.js' */
/** @import { ChosenTotals } from './totals.js' */
import { escapeHtml, Html as Markup, html, isAmong, raw } from '@plinth/plugin';
import { rowKey } from '../parts/row-key.js';
import { createBodies } from './groups/print.js';
import { createTotals } from './totals.js';

/**
 * What a row can be used for. `rowUrl`: where a click on it leads.
 *
 * @typedef {{ rowUrl: ((m: RowModel) => string | null) | null, editing: Editing | null, selecting: Selecting | null,
 *   grouping: Grouping, chosen: ChosenTotals }} Uses
 */

/**
 * Renders the rows of a list as a table. In a list of child rows, the column for the parent row is left out, and so are
 * those of fields that the reader may not read.
 *
 * @param {{ label: string, config: unknown }} view @param {readonly Column[]} columns
 * @param {Uses} uses
 * @param {ViewCompiler} c
 * @returns {(result: Result, context: RenderContext) => Html}
 */
export function createTable(view, columns, uses, c) {
  const { selecting } = uses;
  const whole = createWholeTable(view, columns, { ...uses, selecting: null }, c);
  /** @type {Map<string, ReturnType<typeof createWholeTable>>} */
  const shorter = new Map();
  const fields = new Set(columns.map((column) => column.field));
  const limited = columns.some(({ readers }) => readers.length > 0);
  return (result, context) => {
    const known = context.state.scope?.field ?? '';
    const isKnown = fields.has(known) && columns.length > 1;
    const selects = selecting?.offers(context.env.actor) === true;
    if (!isKnown && !limited && !selects) return whole(result, context);
    const left = columns.map((column) => {
      const out = (isKnown && column.field === known) || !isAmong(context.env.actor, column.readers);
      return out ? null : column;
    });
    const key = (selects ? 's' : '') + left.map((column) => (column ? '1' : '0')).join('');
    let print = shorter.get(key);
    if (!print)
      shorter.set(key, (print = createWholeTable(view, left, selects ? uses : { ...uses, selecting: null }, c)));
    return print(result, context);
  };
}

/**
 * The same for one set of columns, where everything static is already a string. Cells and rows have no end tags, which HTML
 * can do without: they are 3 % of a page.
 *
 * @param {{ label: string, config: any }} view @param {readonly (Column | null)[]} all null: left out
 * @param {Uses} uses
 * @param {ViewCompiler} c
 * @returns {(result: Result, context: RenderContext) => Html}
 */
function createWholeTable(view, all, { rowUrl, editing, selecting, grouping, chosen }, c) {
  const { config } = view;
  const columns = all.filter((column) => column !== null);
  const names = ['table', 'table-hover', 'table-vcenter'];
  if (config.striped) names.push('table-striped');
  if (config.compact) names.push('table-sm');
  if (config.narrow !== 'scroll') names.push('pl-table-cards');
  const panel = rowUrl && config.rowOpen === 'panel' && html` data-pl-panel="${c.t('list.panel.page')}"`;
  const start =
    html`<div class="table-responsive"><table class="${names.join(' ')}"${panel}${raw(editing?.table ?? '')}><caption class="visually-hidden">${view.label}</caption>`
      .text;
  const head = createHead(columns, c, { editing, selecting });
  const totals = createTotals(all, c, selecting !== null);
  const bodies = createBodies(c);
  const width = columns.length + (selecting ? 1 : 0);
  const cells = columns.map((column) => ({
    start:
      html`<td${column.cellClasses ? html` class="${column.cellClasses}"` : ''}${column.showsLabel ? html` data-label="${column.label}"` : ''}`
        .text,
    print: column.cell,
    column,
  }));
  const main = Math.max(
    columns.findIndex(({ isMain }) => isMain),
    0,
  );

  return (result, context) => {
    /** @type {RowModel} */
    const m = { row: null, rowId: null, ...context };
    const attributesOf = editing?.cells(context);
    const rows = [];
    for (const row of result.rows) {
      m.row = row;
      m.rowId = row.id;
      const url = rowUrl?.(m);
      const id = editing?.row(m) ?? '';
      const key = url ? ` data-href="${escapeHtml(url)}"` : config.live ? rowKey(row) : '';
      const line = `<tr${key}${id}>`;
      let printed = '';
      let name = '';
      for (let i = 0; i < cells.length; i++) {
        const { start: cell, print, column } = cells[i];
        const shown = print(m);
        if (i === main) name = shown.text;
        printed += `${cell}${attributesOf?.(column, m, shown) ?? ''}>${shown.text}`;
      }
      const box = selecting?.cell(row.id, name, context.location.id) ?? '';
      rows.push(line + box + printed);
    }
    const grouped = grouping.of(context.state, context.env.actor);
    const add = editing?.adding?.row(context, width) ?? '';
    const { of } = chosen.of(context.state, context.env.actor);
    const totalsOf = (/** @type {Result['totals']} */ values) => totals(values, of);
    const body = bodies({ rows, add, result, grouped, context, columns: width, totals: totalsOf });
    const foot = totalsOf(result.totals ?? context.results?.totals?.totals ?? null);
    const bar = selecting ? selecting.bar(context).text : '';
    return new Markup(`${start}${head(context)}${body}${foot && `<tfoot><tr>${foot}</tfoot>`}</table></div>${bar}`);
  };
}

/**
 * Headings; those of sortable columns are links that reverse the order.
 *
 * @param {readonly Column[]} columns @param {Pick<ViewCompiler, 't' | 'icon' | 'columnMark'>} c @param {Pick<Uses, 'editing' | 'selecting'>} uses
 * @returns {(context: RenderContext) => string}
 */
function createHead(columns, { icon, columnMark }, { editing, selecting }) {
  const marks = { ascending: icon('chevron-up'), descending: icon('chevron-down') };
  return ({ state, location }) => {
    let text = `<thead hx-boost:inherited="true"><tr>${selecting?.head ?? ''}`;
    for (const column of columns) {
      const rank = column.sort ? state.sorts.findIndex(({ field }) => field === column.sort) : -1;
      const order = rank < 0 ? null : state.sorts[rank].descending ? 'descending' : 'ascending';
      text +=
        html`<th scope="col" data-key="${column.key}" data-name="${column.label}"${raw(editing?.head(column) ?? '')}${column.classes && html` class="${column.classes}"`}${rank === 0 && html` aria-sort="${order}"`}>${columnMark(column.index)}`
          .text;
      if (column.hideLabel) text += html`<span class="visually-hidden">${column.label}</span>`.text;
      else if (!column.sort) text += escapeHtml(column.label);
      else {
        const next = order === 'ascending' ? `-${column.sort}` : column.sort;
        const href = location.href({ sort: next, after: null, before: null });
        text +=
          html`<a href="${href}">${column.label}${order && marks[order]}${order && state.sorts.length > 1 && html`<small>${String(rank + 1)}</small>`}</a>`
            .text;
      }
    }
    return `${text}</thead>`;
  };
}
