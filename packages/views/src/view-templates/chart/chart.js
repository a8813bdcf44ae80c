/** @import { Html, QuerySpec, Result, Table, TypeMatch, ViewCompiler, ViewTemplate, Values } from '@plinth/plugin' */
import { AppError, defineViewTemplate, html, isOfType, phrase } from '@plinth/plugin';
import { rowsWhere } from '../parts/rows-where.js';
import { createEmpty } from '../parts/empty.js';
import { createFrame } from '../parts/frame.js';
import { drawArea } from './draw-area.js';
import { drawBars } from './draw-bars.js';
import { drawColumns } from './draw-columns.js';
import { drawLine } from './draw-line.js';
import { drawStacked } from './draw-stacked.js';
import { STACKED } from './stack.js';
import { createPie } from './draw-pie.js';
import { dimension } from './dimension.js';
import { createLegend } from './legend.js';
import { readModel } from './model.js';
import { ROUND, chartSettings } from './settings.js';
import { createNumbers } from './numbers.js';
import { createRowsLink } from './rows-link.js';
import { createValueTable } from './value-table.js';

/** Nobody can take in more than this; the chart says that the rest is left out. */
const MOST_GROUPS = 500;
const DRAWN = { columns: drawColumns, stacked: drawStacked, bars: drawBars, line: drawLine, area: drawArea };
/** Values that many rows share. @type {readonly TypeMatch[]} */
const CHOSEN = [{ value: 'choice', isMany: false }, { value: 'reference', isMany: false }, { value: 'boolean' }];

/** Numbers over all rows that the reader may see, grouped by a field or by time, as a drawing and as a table. */
export const chart = defineViewTemplate({
  name: 'chart',
  order: 70,
  label: 'vt.chart',
  icon: 'chart-bar',
  description: 'vt.chart.description',
  needsTable: true,
  settings: chartSettings,
  defaults: chartDefaults,
  compile(view, c) {
    const { config } = view;
    checkStacked(config);
    const keyed = Boolean(config.list);
    const category = dimension('c1', config.category, config.step, c, { keyed });
    const hasSeries = config.series && !ROUND.includes(config.kind);
    const series = hasSeries ? dimension('c2', config.series, undefined, c, { keyed }) : null;
    const field = valueField(config, c);
    const query = c.rows({
      select: [],
      groups: [...category.groups, ...(series?.groups ?? [])],
      totals: [{ as: 'value', aggregate: config.aggregate, ...(field && { field: field.name }) }],
      where: rowsWhere(config),
      limit: MOST_GROUPS,
      paging: false,
    });
    const numbers = createNumbers(config, field, c);
    const draw = ROUND.includes(config.kind)
      ? createPie(config, c)
      : (DRAWN[/** @type {keyof typeof DRAWN} */ (config.kind)] ?? drawColumns);
    const frame = createFrame(view, c.t);
    const empty = createEmpty(config, c, () => null);
    const link = createRowsLink(config, series ? [category, series] : [category], c);
    const legend = createLegend();
    const table = createValueTable(category.title, numbers, c);
    const title = config.title ? c.t(config.title) : view.label;

    return {
      query,
      reads: [...category.reads, ...(series?.reads ?? [])],
      render(result, context) {
        const model = readModel(result, { category, series, config, numbers, link: link(context) });
        if (!model) return frame({ body: empty(context) }, context);
        const more = result?.count === null ? html`<p class="text-secondary">${c.t('views.chart.more')}</p>` : '';
        const body = html`<figure class="pl-chart">${legend(model)}${draw(model, { title, numbers })}${table(model)}${more}</figure>`;
        return frame({ body }, context);
      },
    };
  },
});

/** @param {Values} config */
function checkStacked({ kind, aggregate }) {
  if (!STACKED.includes(kind) || aggregate === 'count' || aggregate === 'sum') return;
  throw new AppError('SETTINGS_INVALID', 'Only counts and sums can be stacked', {
    status: 422,
    hint: 'Choose “Count” or “Sum”, or another chart type',
  });
}

/** @param {Values} config @param {ViewCompiler} c */
function valueField({ aggregate, field }, c) {
  if (aggregate === 'count') return null;
  if (field && c.table) return c.table.field(field);
  throw new AppError('SETTINGS_INVALID', phrase`No field of ${c.table?.label} is chosen for "${aggregate}"`, {
    status: 422,
  });
}

/** @type {ViewTemplate['defaults']} */
function chartDefaults(table) {
  const own = table.fields.filter((field) => !field.auto);
  const category =
    own.find((field) => isOfType(field, CHOSEN)) ??
    table.fields.find(({ traits }) => traits.hasDay) ??
    own[0] ??
    table.fields[0];
  const number = own.find(({ traits }) => traits.value === 'number');
  const isTime = category.traits.hasDay;
  return {
    kind: isTime ? 'line' : 'columns',
    category: category.name,
    ...(isTime && { step: 'month' }),
    aggregate: 'count',
    ...(number && { field: number.name }),
  };
}
