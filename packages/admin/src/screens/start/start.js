import { html } from '@plinth/plugin';
import { backupLine } from '../../frame/backup-state.js';
import { ALERT, inputs, partsFor, routed, saves, shows } from '../../frame/index.js';
import { gallery } from '../site/apps.js';
import { withRows } from '../site/install-app.js';
import { addTable } from '../tables/add-table.js';
import { csvDrop } from './csv.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** The first screen of an empty server: an app, a CSV file, or a table by hand. */
export const screen = {
  path: '/start',
  title: 'admin.start.title',
  routes: routed({
    'GET /': shows(show),
    'POST /app': saves(installApp, (req, { errors }) => show(req, { form: null, errors })),
    'POST /empty': saves(addTable, show),
  }),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function installApp({ ctx: { app, author, t } }, form) {
  const document = app.registry.all('starterApp').find((one) => one.app.name === form.get('app'));
  if (!document) return '/admin/start';
  const { name, label } = document.app;
  const { clashes, problems, offers } = app.data.apps.check(document, {});
  // What is not usual is asked for.
  const isAsked = offers.some((/** @type {import('../site/app-parts.js').Offers[number]} */ { isUsual }) => !isUsual);
  if (clashes.length || problems.length || isAsked) return `/admin/apps/install/${name}`;
  await app.data.apps.install(author, document, { rows: form.has('rows') });
  return { next: '/', said: t('admin.start.installed', { app: t(label) }) };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t } = req.ctx;
  const { icon, hidden } = partsFor(req);
  const { errors } = tried;
  const label = inputs(req, tried, [
    {
      name: 'label',
      label: 'admin.start.tableName',
      required: true,
      error: errors.fields.label ?? errors.fields.name,
      attrs: { placeholder: t('admin.start.tableExample'), maxlength: 80, autocomplete: 'off' },
    },
  ]);
  const way = (/** @type {string} */ name, /** @type {string} */ picture, /** @type {unknown} */ content) =>
    html`<section class="card" aria-labelledby="s-${name}"><div class="card-body"><span class="adm-card-icon mb-3">${icon(picture)}</span>
      <h2 id="s-${name}">${t(`admin.start.${name}`)}</h2><p class="text-secondary">${t(`admin.start.${name}Help`)}</p>${content}</div></section>`;
  const empty = html`<form method="post" action="/admin/start/empty">${label}
    <button class="btn btn-primary">${t('admin.tables.new')}</button></form>`;
  const apps = gallery(req, ({ app, tables, views }) => {
    const counts = [
      t('admin.tables.count', { count: tables.length }),
      t('admin.tables.views', { count: views.length }),
    ];
    return html`<p class="text-secondary small">${counts.join(' · ')}</p>
      <form method="post" action="/admin/start/app"><input type="hidden" name="app" value="${app.name}">
      ${withRows(req, `rows-${app.name}`)}
      <button class="btn btn-primary">${t('admin.start.use')}${hidden(`: ${t(app.label)}`)}</button></form>`;
  });
  return {
    title: t('admin.start.title'),
    lead: t('admin.start.lead'),
    oneField: true,
    errors,
    scripts: ['drop'],
    body: html`${ALERT}${await backupLine(req)}<div class="adm-start">${way('csv', 'file-spreadsheet', csvDrop(req, 'mt-2'))}${way('empty', 'table-plus', empty)}</div>
      <section class="mt-4" aria-labelledby="s-apps"><h2 id="s-apps">${t('admin.start.apps')}</h2>
      <p class="text-secondary">${t('admin.start.appsHelp')}</p>${apps}</section>`,
  };
}
