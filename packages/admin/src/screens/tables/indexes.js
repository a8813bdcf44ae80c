import { attrs, html } from '@plinth/plugin';
import {
  ALERT,
  does,
  partsFor,
  readChecked,
  readSettings,
  routed,
  saves,
  settingsControls,
  shows,
} from '../../frame/index.js';
import { indexText } from '../../indexes/index-text.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { SettingsSchema, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** Indexes, with those that the table's views would use. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.indexes',
  routes: routed({
    'GET /:table/indexes': shows(show),
    'POST /:table/indexes': saves(add, show),
    'POST /:table/indexes/:id/delete': saves(
      (req) => {
        const { name } = tableOf(req);
        return { edit: 'remove-index', input: { table: name, id: req.params.id }, next: tableUrl(name, 'indexes') };
      },
      (req, { errors }) => show(req, { form: null, errors }),
    ),
    'POST /:table/indexes/:id/retry': does(async (req) => {
      const table = tableOf(req);
      const index = table.indexes.find(({ id }) => id === req.params.id);
      if (index) await req.ctx.app.data.indexes.retry(index);
      return tableUrl(table.name, 'indexes');
    }),
  }),
};

/** @type {SettingsSchema} */
const SCHEMA = [
  { name: 'fields', type: 'fields', label: 'admin.indexes.fields', required: true, help: 'admin.indexes.fieldsHelp' },
];

/** A search index is added by the button beside its suggestion, not by the form. @param {Form} form */
const isSearch = (form) => form.get('kind') === 'search';

/** @param {Request} req @param {Form} form @returns {Outcome} */
function add(req, form) {
  const table = tableOf(req);
  const { values, wrong } = readChecked(req, SCHEMA, form, { table });
  if (wrong && !isSearch(form)) return { errors: wrong };
  const index = isSearch(form) ? { kind: 'search', fields: form.all('fields') } : { fields: values.fields };
  return { edit: 'add-index', input: { table: table.name, ...index }, next: tableUrl(table.name, 'indexes') };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, { form: typed, errors }) {
  const { app, t } = req.ctx;
  const { icon, list, line, post, form } = partsFor(req);
  const table = tableOf(req);
  const action = tableUrl(table.name, 'indexes');
  const unbuilt = await app.data.indexes.unbuilt(table);
  const { canSearch, suggested } = await app.data.indexes.suggest(table);
  const offers = suggested.map((/** @type {Values} */ { kind, fields, views, owned }) => {
    const name = indexText(t, table, { kind, fields });
    const says = t('admin.indexes.addNamed', { name });
    const add = post(action, html`${icon('plus')} ${t('admin.add')}`, { style: 'btn', says, fields: { kind, fields } });
    return line(html`<div class="flex-fill"><strong>${name}</strong><div class="text-secondary">
      ${t('admin.indexes.usedBy', { views: views.slice(0, 5).join(', ') })}${owned && ` ${t('admin.indexes.owned')}`}</div></div>
      ${add}`);
  });
  const lines = table.indexes.map((index) => {
    const name = indexText(t, table, index);
    const remove = post(`${action}/${index.id}/delete`, icon('trash'), {
      style: 'btn btn-icon btn-ghost-danger',
      says: t('admin.deleteNamed', { name }),
    });
    const { note, button } = stateOf(req, { ...index, name, url: `${action}/${index.id}` }, unbuilt.get(index.id));
    return line(html`${icon('bolt')}<div class="flex-fill"><strong>${name}</strong>${note}</div>${button}${remove}`);
  });
  const values = typed && !isSearch(typed) ? readSettings(req, SCHEMA, typed, { table }) : {};
  const isBuilding = [...unbuilt.values()].some(({ state }) => state === 'building');
  const more = form({
    action,
    heading: t('admin.indexes.new'),
    submit: t('admin.indexes.create'),
    alert: false,
    controls: settingsControls(req, SCHEMA, values, { table, errors: errors.fields }),
  });
  return tablePage(req, table, {
    tab: 'indexes',
    errors,
    body: html`${ALERT}<p class="text-secondary">${t('admin.indexes.help')}</p>
      ${!canSearch && html`<p class="text-secondary">${icon('info-circle')} ${t('admin.indexes.noSearch')}</p>`}
      ${
        offers.length > 0 &&
        html`<div class="card mb-3"><div class="card-header"><h2 class="card-title">${icon('bulb')} ${t('admin.indexes.suggested')}</h2></div>
          <ul class="list-group list-group-flush">${offers}</ul></div>`
      }
      ${lines.length > 0 ? html`<div${attrs({ id: 'table-indexes', ...(isBuilding && asking(action)) })}>${list(lines, 'mb-3')}</div>` : html`<p class="text-secondary">${t('admin.indexes.empty')}</p>`}${more}`,
  });
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
 * @param {Request} req @param {{ name: string, url: string }} index @param {Values} [state] undefined: it is
 */
function stateOf(req, { name, url }, state) {
  const { t, badge, post } = partsFor(req);
  if (!state) return { note: '', button: badge(t('admin.indexes.ready'), 'bg-success-lt') };
  const says = t('admin.indexes.retryNamed', { name });
  const retry = state.state === 'failed' && post(`${url}/retry`, t('admin.indexes.retry'), { style: 'btn', says });
  const building = t('admin.indexes.building', { percent: state.percent ?? 0 });
  const note =
    state.state === 'building'
      ? html`<div class="text-secondary" role="status">${building}</div>`
      : html`<div class="text-danger">${t('admin.indexes.failed', { reason: state.error })}</div>`;
  return { note, button: retry };
}
