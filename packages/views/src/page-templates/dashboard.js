/** @import { Node, PageDraft, Table } from '@plinth/plugin' */
import { definePageTemplate, node } from '@plinth/plugin';
import { fieldsOf } from './parts/fields-of.js';

/** Numbers on top, two charts, and the list below. */
export const dashboard = definePageTemplate({
  name: 'dashboard',
  order: 20,
  label: 'pt.dashboard',
  icon: 'layout-dashboard',
  description: 'pt.dashboard.description',
  needsTable: true,
  compose(page) {
    const { title, table } = page;
    const heading = node('heading', { text: title, level: '1' });
    if (!table) return node('stack', {}, [heading]);
    const charts = chartsOf(page, table);
    return node('stack', {}, [
      heading,
      columns(tilesOf(page, table)),
      ...(charts.length ? [columns(charts)] : []),
      node('embed', { view: page.view('list') }),
    ]);
  },
});

/** @param {Node[]} nodes side by side, one below the other on a phone */
const columns = (nodes) =>
  node(
    'columns',
    {},
    nodes.map((one) => node('column', { width: Math.floor(12 / nodes.length) }, [one])),
  );

/** @param {PageDraft} page @param {Table} table @returns {Node[]} */
function tilesOf({ t }, table) {
  const { number, time } = fieldsOf(table);
  const tile = (/** @type {Record<string, unknown>} */ settings) =>
    node('number_tile', { table: table.name, ...settings });
  const words = { table: table.label };
  return [
    tile({ title: table.label, icon: table.icon || 'table' }),
    ...(time
      ? [tile({ title: t('pt.dashboard.recent', words), by: time.name, period: 'month', icon: 'calendar' })]
      : []),
    ...(number
      ? [
          tile({
            title: t('pt.dashboard.sum', { field: number.label }),
            aggregate: 'sum',
            field: number.name,
            icon: 'sum',
          }),
        ]
      : []),
  ];
}

/** @param {PageDraft} page @param {Table} table @returns {Node[]} */
function chartsOf({ t, view }, table) {
  const { chosen, time } = fieldsOf(table);
  const by = (/** @type {{ label: string }} */ field) =>
    t(field === time ? 'pt.dashboard.over' : 'pt.dashboard.by', { table: table.label, field: field.label });
  const made = [
    ...chosen.slice(0, time ? 1 : 2).map((field) => ({ field, config: { kind: 'donut', category: field.name } })),
    ...(time ? [{ field: time, config: { kind: 'line', category: time.name, step: 'month' } }] : []),
  ];
  return made.map(({ field, config }) =>
    node('embed', { view: view('chart', { label: by(field), config: { ...config, aggregate: 'count' } }) }),
  );
}
