import { html } from '@plinth/plugin';
import { backupLine } from '../../frame/backup-state.js';
import { ALERT, formControls, partsFor, routed, saves, savesSettings, shows, task, tasks } from '../../frame/index.js';
import { appTexts } from '../site/app-texts.js';
import { gallery } from '../site/apps.js';
import { withRows } from '../site/install-app.js';
import { addTable, NEW_TABLE } from '../tables/add-table.js';
import { csvDrop } from './csv.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** The first screen of an empty server: an app, a CSV file, or a table by hand. */
export const screen = {
  path: '/start',
  title: 'admin.start.title',
  help: 'guide/first-app',
  finds: tasks(task('starter', '/admin/start')),
  routes: routed({
    'GET /': shows(show),
    'POST /app': saves(installApp, (req, { errors }) => show(req, { form: null, errors })),
    'POST /empty': savesSettings(NEW_TABLE, addTable, show),
  }),
};

/** What somebody who only wants to look around gets. */
const SAMPLE = 'crm';
/** Its own words for the label of a table. */
const TABLE = NEW_TABLE.map((one) => ({ ...one, label: 'admin.start.tableName', none: 'admin.start.tableExample' }));

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function installApp(req, form) {
  const { app, author, t } = req.ctx;
  const document = app.registry.all('starterApp').find((one) => one.app.name === form.get('app'));
  if (!document) return '/admin/start';
  const { name } = document.app;
  const { clashes, problems, offers } = app.data.apps.check(document, {});
  // What is not usual is asked for.
  const isAsked = offers.some((/** @type {import('../site/app-parts.js').Offers[number]} */ { isUsual }) => !isUsual);
  if (clashes.length || problems.length || isAsked) return `/admin/apps/install/${name}`;
  await app.data.apps.install(author, document, { rows: form.has('rows') });
  return { next: '/', said: t('admin.start.installed', { app: appTexts(req, document).label }) };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t } = req.ctx;
  const { icon, hidden, formTag, post } = partsFor(req);
  const { errors } = tried;
  const wrong = { ...errors, fields: { label: errors.fields.label ?? errors.fields.name } };
  const controls = formControls(req, { ...tried, errors: wrong }, TABLE);
  const way = (/** @type {string} */ name, /** @type {string} */ picture, /** @type {unknown} */ content) =>
    html`<section class="card" aria-labelledby="s-${name}"><div class="card-body"><span class="adm-card-icon mb-3">${icon(picture)}</span>
      <h2 id="s-${name}">${t(`admin.start.${name}`)}</h2><p class="text-secondary">${t(`admin.start.${name}Help`)}</p>${content}</div></section>`;
  const make = html`${controls}<button class="btn btn-primary">${t('admin.tables.new')}</button>`;
  const empty = formTag({ action: '/admin/start/empty' }, make);
  const apps = gallery(req, ({ app, tables, views }, label) => {
    const counts = [
      t('admin.tables.count', { count: tables.length }),
      t('admin.tables.views', { count: views.length }),
    ];
    return html`<p class="text-secondary small">${counts.join(' · ')}</p>
      ${formTag(
        { action: '/admin/start/app', fields: { app: app.name } },
        html`${withRows(req, `rows-${app.name}`)}<button class="btn btn-primary">${t('admin.start.use')}${hidden(`: ${label}`)}</button>`,
      )}`;
  });
  const offered = req.ctx.app.registry.all('starterApp');
  const sample = offered.find(({ app: { name } }) => name === SAMPLE) ?? offered[0];
  return {
    title: t('admin.start.title'),
    lead: t('admin.start.lead'),
    actions:
      sample &&
      post('/admin/start/app', t('admin.start.try', { app: t(sample.app.label) }), {
        style: 'btn',
        fields: { app: sample.app.name, rows: 'true' },
      }),
    oneField: true,
    errors,
    scripts: ['drop'],
    body: html`${ALERT}${await backupLine(req)}<div class="adm-start">${way('csv', 'file-spreadsheet', csvDrop(req, 'mt-2'))}${way('empty', 'table-plus', empty)}</div>
      <section class="mt-4" aria-labelledby="s-apps"><h2 id="s-apps">${t('admin.start.apps')}</h2>
      <p class="text-secondary">${t('admin.start.appsHelp')}</p>${apps}</section>`,
  };
}
