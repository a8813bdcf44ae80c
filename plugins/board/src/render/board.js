/** @import { Html, Narrowing, RenderContext, Result, RowModel, View, ViewCompiler } from '@plinth/plugin' */
/** @import { Axis } from '../axis.js' */
/** @import { Card } from '../card.js' */
/** @import { BoardModel } from '../model.js' */
import { Html as Markup, html, isAmong, mayDo, mayOpen, opensPanel, readersAt } from '@plinth/plugin';
import { MOST_COLUMNS } from '../axis.js';
import { cellOf } from '../statements.js';
import { sumTotals } from '../sum-totals.js';
import { createColumn } from './column.js';
import { scriptTexts } from './script-texts.js';
import { createMoveForm } from './move-form.js';
import { createRest } from './rest.js';
import { faceOf } from './face.js';

/**
 * @typedef {object} Parts
 * @property {Axis} columns
 * @property {Axis | null} lanes
 * @property {Card} card
 * @property {(result: Result | null, results: RenderContext['results']) => BoardModel} model
 * @property {Narrowing} narrowing
 * @property {((value: any, m: RowModel) => Html) | null} print of the total
 */

/**
 * Prints a board, or the cards of one column behind a cursor.
 *
 * @param {View & { config: unknown }} view @param {ViewCompiler} c @param {Parts} parts
 * @returns {(result: Result | null, context: RenderContext) => Html}
 */
export function createPrinter(view, c, parts) {
  const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
  const { columns, lanes, narrowing } = parts;
  const act = `/view/${view.name}/act`;
  const panel = view.config.cardView && view.config.cardOpen === 'panel' && opensPanel('.pl-board-title', c.t);
  const data = html` data-pl-board data-act="${act}" data-texts="${JSON.stringify(scriptTexts(c.t))}"${panel}`;
  const readers = [columns, lanes].flatMap((axis) => (axis ? readersAt(c.catalog, table, axis.field.name) : []));
  const column = createColumn(view, c, { ...parts, act });
  const head = createHead(view, c, narrowing);
  const moveForm = createMoveForm(c, { act, lanes });
  const rest = createRest(view, c, { ...parts, column });

  return (result, context) => {
    if (!isAmong(context.env.actor, readers))
      return html`${head(context)}<p class="alert alert-info">${c.t('board.noAccess', { field: columns.field.label })}</p>`;
    if (cellOf(context.state, lanes !== null).column !== undefined) return rest(result, context);
    const model = parts.model(result, context.results);
    if (model.columns.length === 0) return html`${head(context)}${noColumns(c, columns)}`;
    const notice =
      model.isCut && html`<p class="alert alert-warning">${c.t('board.tooMany', { count: MOST_COLUMNS })}</p>`;
    const grid = lanes
      ? laned(model, context, column)
      : html`<div class="pl-board-row">${cells(model, null, context, column)}</div>`;
    return html`${head(context)}${notice}${moveForm(model, result, context)}<div class="pl-board"${data}><div class="pl-board-scroll" role="region" aria-label="${view.label}" tabindex="0">${grid}</div><p class="visually-hidden" aria-live="assertive" data-pl-board-live></p></div>`;
  };
}

/** @typedef {ReturnType<typeof createColumn>} PrintColumn */

/** @param {BoardModel} model @param {import('../axis.js').Entry | null} lane @param {RenderContext} context @param {PrintColumn} column */
function cells(model, lane, context, column) {
  return new Markup(model.columns.map((one) => column.cell(model.cell(one, lane), context).text).join(''));
}

/** Heads of the columns once, then each lane. @param {BoardModel} model @param {RenderContext} context @param {PrintColumn} column */
function laned(model, context, column) {
  const heads = model.columns.map((one) => {
    const cells = model.lanes.map((lane) => model.cell(one, lane));
    return column.head({ ...model.cell(one, null), ...sumUp(cells) }, context);
  });
  const lanes = model.lanes.map((lane) => {
    const { count, total } = sumUp(model.columns.map((one) => model.cell(one, lane)));
    return html`<details class="pl-board-lane" open data-key="lane ${lane?.key}"><summary class="pl-board-lane-head">${lane && faceOf(lane)}<h3>${lane?.label}</h3><span class="pl-board-count">${count}</span>${column.sum(total, context)}</summary><div class="pl-board-row">${cells(model, lane, context, column)}</div></details>`;
  });
  return html`<div class="pl-board-row pl-board-heads">${heads}</div>${lanes}`;
}

/** A column over all lanes, or a lane over all columns. @param {readonly import('../model.js').Cell[]} cells */
const sumUp = (cells) => ({
  count: cells.reduce((sum, { count }) => sum + count, 0),
  total: sumTotals(cells.map(({ total }) => total)),
});

/**
 * Title, search and filters, and the button to the form for a new row.
 *
 * @param {View & { config: unknown }} view @param {ViewCompiler} c @param {Narrowing} narrowing @returns {(context: RenderContext) => Html}
 */
function createHead({ label, config }, c, narrowing) {
  const table = /** @type {NonNullable<ViewCompiler['table']>} */ (c.table);
  const title = config.showTitle === false ? null : config.title ? c.t(config.title) : label;
  const form = config.createView ? c.attempt('config.createView', () => c.catalog.view(config.createView)) : null;
  const plus = c.icon('plus');
  return (context) => {
    const { env, state, bar } = context;
    const mayCreate = form && mayOpen(form.roles, env.actor) && mayDo(table, 'create', env.actor);
    const button =
      mayCreate &&
      html`<a class="btn btn-sm btn-primary" href="${env.viewUrl(form.name, state.presets)}">${plus}<span>${c.t('board.create')}</span></a>`;
    if (bar?.leads) bar.put({ title, actions: button || null });
    const heading = bar?.leads || title === bar?.title ? null : title;
    const tools = narrowing.tools(context);
    const own = bar?.leads ? null : button;
    const actions = (tools || own) && html`<div class="card-actions">${tools}${own}</div>`;
    if (!heading && !actions) return html``;
    return html`<div class="pl-view-header">${heading && html`<h2 class="card-title">${heading}</h2>`}${actions}</div>${narrowing.chips(context)}`;
  };
}

/** @param {ViewCompiler} c @param {Axis} columns */
function noColumns(c, { field }) {
  const text = c.t(field.target ? 'board.empty.rows' : 'board.empty.options', { field: field.label });
  return html`<div class="empty"><div class="empty-icon">${c.icon('layout-kanban')}</div><p class="empty-title">${c.t('board.empty')}</p><p class="empty-subtitle">${text}</p></div>`;
}
