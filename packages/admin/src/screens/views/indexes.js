import { html } from '@plinth/plugin';
import { ALERT, routed, saves, shows } from '../../frame/index.js';
import { buildAddress } from '../../objects/build-address.js';
import { indexNotes } from '../../indexes/index-notes.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** The indexes that a view of a large table lacks. */
export const screen = {
  path: '/views',
  title: 'admin.table.tab.indexes',
  routes: routed({ 'GET /:view/indexes': shows(show), 'POST /:view/indexes': saves(add, show) }),
};

/** @param {Request} req @param {Form} form @returns {Outcome} */
function add({ ctx: { catalog }, params }, form) {
  const { name, table } = catalog.view(params.view);
  const kind = form.get('kind') || undefined;
  const input = { table: catalog.table(table ?? '').name, kind, fields: form.all('fields') };
  const next = form.get('back') === 'builder' ? buildAddress('view', name) : `/admin/views/${name}/settings`;
  return { edit: 'add-index', input, next };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, { errors }) {
  const { t, catalog } = req.ctx;
  const view = catalog.view(req.params.view);
  const label = view.label || view.name;
  const back = req.query.get('back') === 'builder' ? 'builder' : 'settings';
  const notes = await indexNotes(req, view, { name: view.name, back });
  return {
    title: t('admin.table.tab.indexes'),
    icon: 'bolt',
    errors,
    crumbs: [
      { label: t('admin.nav.views'), url: '/admin/views' },
      { label, url: buildAddress('view', view.name) },
    ],
    body: html`${ALERT}${notes ?? html`<p id="view-indexes" class="text-secondary">${t('admin.indexes.lacksNone')}</p>`}`,
  };
}
