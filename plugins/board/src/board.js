/** @import { CompiledView, Filter, Table, View, ViewCompiler, Values } from '@plinth/plugin' */
import { PANEL, defineViewTemplate } from '@plinth/plugin';
import { createAxis } from './axis.js';
import { createCard } from './card.js';
import { boardDefaults } from './defaults.js';
import { createModel } from './model.js';
import { createPrinter } from './render/board.js';
import { boardSettings } from './settings.js';
import { createStatements } from './statements.js';

/** Rows as cards in columns, that people move from one to the next. */
export const board = defineViewTemplate({
  name: 'board',
  order: 45,
  label: 'board.name',
  icon: 'layout-kanban',
  description: 'board.description',
  needsTable: true,
  settings: boardSettings,
  defaults: boardDefaults,
  needs: (_table, config) =>
    config.manualOrder === false
      ? []
      : [
          {
            setting: 'rankField',
            field: { name: 'board_order', label: 'Order', type: 'rank' },
            indexedAfter: [config.columnField],
          },
        ],
  scripts: ['board/board.js', 'core-views/js/views/refresh.js'],
  styles: ['board/board.css'],
  compile: compileBoard,
});

/** @param {View & { config: unknown }} view @param {ViewCompiler} c @returns {CompiledView} */
function compileBoard(view, c) {
  const { config } = view;
  const table = /** @type {Table} */ (c.table);
  const columns = createAxis(config.columnField, c, { at: 'columnField', none: config.none, chosen: config.columns });
  const lanes = config.laneField ? createAxis(config.laneField, c, { at: 'laneField', none: 'used' }) : null;
  const { c: e, done } = c.scope();
  const card = createCard(config, c, e);
  const named = [columns, lanes].map((axis) =>
    axis?.field.target
      ? {
          label: e.select({ field: axis.field.name, label: true }),
          ...(axis.field.traits.isPerson && { picture: e.select({ field: `${axis.field.name}.picture` }) }),
        }
      : null,
  );
  const { select } = done();
  const narrowing = c.narrowing(view, namesOn(config, columns, lanes));
  const statements = createStatements(config, c, { columns, lanes, select, narrowing });
  const model = createModel({ columns, lanes, named });
  const place = { column: columns.field.name, ...(lanes && { lane: lanes.field.name }) };
  const rank = config.manualOrder && config.rankField ? { rank: config.rankField } : {};
  const isPersonal = Object.values(table.access).some(({ update }) => update !== 'none' && update !== 'all');
  const isPanel = config.cardView && config.cardOpen === 'panel';
  return {
    scripts: [...narrowing.scripts, ...(isPanel ? [PANEL.script] : [])],
    styles: [...narrowing.styles, ...(isPanel ? [PANEL.style] : [])],
    controls: narrowing.controls,
    query: statements.query,
    queries: statements.queries,
    render: createPrinter(view, c, { columns, lanes, card, model, narrowing, print: totalOf(config, e) }),
    actions: {
      move: { action: 'board_move', config: { ...place, ...rank } },
      add: { action: 'board_add', config: { ...place, ...rank, title: config.titleField } },
    },
    reads: [columns, lanes].flatMap((axis) => (axis?.field.target ? [axis.field.target] : [])),
    varies: { user: isPersonal },
  };
}

/**
 * Fields that the board shows: what people filter by first.
 *
 * @param {Values} config @param {import('./axis.js').Axis} columns @param {import('./axis.js').Axis | null} lanes
 */
function namesOn({ fields, labelField, personField, titleField }, columns, lanes) {
  const shown = (fields ?? []).map((/** @type {{ field: string }} */ one) => one.field);
  const all = [columns.field.name, lanes?.field.name, personField, labelField, ...shown, titleField];
  return all.filter(Boolean);
}

/** @param {Values} config @param {import('@plinth/plugin').ElementCompiler} e */
function totalOf({ totalField }, e) {
  return totalField && e.table ? e.print(e.table.field(totalField)) : null;
}
