import { attrs, html } from '@plinth/plugin';
import { fields } from '@plinth/plugin/settings';
import { ALERT, does, listScreen, partsFor, routed } from '../../frame/index.js';
import { indexText } from '../../indexes/index-text.js';
import { tableList, tableOf, tableUrl } from './table-page.js';

/** @import { Table, Values } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

const LIST = listScreen(
  tableList('indexes', {
    icon: 'bolt',
    empty: 'admin.indexes.empty',
    of: (req) => tableOf(req).indexes,
    async list(req, indexes) {
      const unbuilt = await req.ctx.app.data.indexes.unbuilt(tableOf(req));
      const isBuilding = [...unbuilt.values()].some(({ state }) => state === 'building');
      const lines = indexes.map((index) => lineOf(req, index, unbuilt.get(index.id)));
      const tag = attrs({ id: 'table-indexes', ...(isBuilding && asking(urlOf(req))) });
      return html`<div${tag}>${partsFor(req).list(lines, 'mb-4')}</div>`;
    },
    above: suggestions,
    add: {
      url: (req) => urlOf(req),
      heading: 'admin.indexes.new',
      label: 'admin.indexes.create',
      schema: [fields('fields', 'admin.indexes.fields', { required: true, help: 'admin.indexes.fieldsHelp' })],
      tableOf,
      save(req, values, form) {
        // A search index is added by the button beside its suggestion.
        const input = { table: tableOf(req).name, fields: values.fields, kind: form.get('kind') || undefined };
        return { edit: 'add-index', input, next: urlOf(req) };
      },
    },
    posts: {
      '/:table/indexes/:id/delete': (req) => {
        const input = { table: tableOf(req).name, id: req.params.id };
        return { edit: 'remove-index', input, next: urlOf(req) };
      },
    },
  }),
);

/** Indexes, with those that the table's views would use. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.indexes',
  routes: routed({
    ...LIST,
    'POST /:table/indexes/:id/retry': does(async (req) => {
      const index = tableOf(req).indexes.find(({ id }) => id === req.params.id);
      if (index) await req.ctx.app.data.indexes.retry(index);
      return urlOf(req);
    }),
  }),
};

/** @param {Request} req @param {string[]} steps */
const urlOf = (req, ...steps) => tableUrl(tableOf(req).name, 'indexes', ...steps);

/** What the table's views would use. @param {Request} req */
async function suggestions(req) {
  const { t, icon, line, post } = partsFor(req);
  const table = tableOf(req);
  const { canSearch, suggested } = await req.ctx.app.data.indexes.suggest(table);
  const offers = suggested.map((/** @type {Values} */ { kind, fields, views, owned }) => {
    const name = indexText(t, table, { kind, fields });
    const says = t('admin.indexes.addNamed', { name });
    const add = post(urlOf(req), html`${icon('plus')} ${t('admin.add')}`, {
      style: 'btn',
      says,
      fields: { kind, fields },
    });
    return line(html`<div class="flex-fill"><strong>${name}</strong><div class="text-secondary">
      ${t('admin.indexes.usedBy', { views: views.slice(0, 5).join(', ') })}${owned && ` ${t('admin.indexes.owned')}`}</div></div>
      ${add}`);
  });
  return html`${ALERT}<p class="text-secondary">${t('admin.indexes.help')}</p>
    ${!canSearch && html`<p class="text-secondary">${icon('info-circle')} ${t('admin.indexes.noSearch')}</p>`}
    ${
      offers.length > 0 &&
      html`<div class="card mb-3"><div class="card-header"><h2 class="card-title">${icon('bulb')} ${t('admin.indexes.suggested')}</h2></div>
        <ul class="list-group list-group-flush">${offers}</ul></div>`
    }`;
}

/** @param {Request} req @param {Table['indexes'][number]} index @param {Values} [state] undefined: it is ready */
function lineOf(req, index, state) {
  const { t, icon, line, bin } = partsFor(req);
  const name = indexText(t, tableOf(req), index);
  const { note, button } = stateOf(req, { name, id: index.id }, state);
  return line(
    html`${icon('bolt')}<div class="flex-fill"><strong>${name}</strong>${note}</div>${button}${bin(urlOf(req, index.id, 'delete'), name)}`,
  );
}

/** The list asks how far it is until nothing is being built. @param {string} url */
const asking = (url) => ({
  'hx-get': url,
  'hx-trigger': 'every 2s',
  'hx-select': '#table-indexes',
  'hx-swap': 'outerHTML',
});

/**
 * Whether an index is ready.
 *
 * @param {Request} req @param {{ name: string, id: string }} index @param {Values} [state] undefined: it is
 */
function stateOf(req, { name, id }, state) {
  const { t, badge, post } = partsFor(req);
  if (!state) return { note: '', button: badge(t('admin.indexes.ready'), 'bg-success-lt') };
  const says = t('admin.indexes.retryNamed', { name });
  const retry =
    state.state === 'failed' && post(urlOf(req, id, 'retry'), t('admin.indexes.retry'), { style: 'btn', says });
  const building = t('admin.indexes.building', { percent: state.percent ?? 0 });
  const note =
    state.state === 'building'
      ? html`<div class="text-secondary" role="status">${building}</div>`
      : html`<div class="text-danger">${t('admin.indexes.failed', { reason: state.error })}</div>`;
  return { note, button: retry };
}
