import { html } from '@plinth/plugin';
import { ALERT, noErrors, partsFor, routed, saves, shows } from '../../frame/index.js';
import { sharing, viewEdits } from '../../make-views.js';
import { templateOf } from '../views/list.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';
import { buildAddress } from '../../build-address.js';

/** @import { Table, View } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** The views on a table; a list, a detail and an edit view in one click. */
export const screen = {
  path: '/tables',
  title: 'admin.table.tab.views',
  routes: routed({ 'GET /:table/views': shows(show), 'POST /:table/views': saves(makeViews, show) }),
};

/** @param {Request} req @param {Form} form @returns {Outcome} */
function makeViews(req, form) {
  const { app, catalog, t } = req.ctx;
  const table = tableOf(req);
  if (viewsOf(req, table).length > 0 && !form.has('again')) {
    return { errors: noErrors(), asked: { sharing: form.get('sharing'), page: form.has('page') } };
  }
  const { roles, edits: rights } = sharing(table, form.get('sharing'));
  const { edits } = viewEdits({ roles, catalog, registry: app.registry, table, page: form.has('page') });
  const summary = t('admin.views.madeSummary', { table: table.label });
  return { edit: 'batch', input: { summary, edits: [...rights, ...edits] }, next: tableUrl(table.name, 'views') };
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, { errors, asked }) {
  const { t } = req.ctx;
  const { icon, empty, list } = partsFor(req);
  const table = tableOf(req);
  const views = viewsOf(req, table).slice(0, 200);
  const choices = ['admins', 'read', 'write'].map((value) => ({ value, label: t(`admin.csv.sharing.${value}`) }));
  return tablePage(req, table, {
    ...{ tab: 'views', errors },
    body: html`${ALERT}${asked !== undefined && askAgain(req, { count: views.length, ...asked })}<div class="btn-list mb-3"><form class="adm-inline" method="post" action="${tableUrl(table.name, 'views')}">
      <fieldset class="adm-inline mb-0"><legend class="visually-hidden">${t('admin.csv.sharing')}</legend>${choices.map(sharingChoice)}</fieldset>
      <label class="form-check mb-0"><input class="form-check-input" type="checkbox" name="page" value="1"${views.length === 0 && html` checked`}>
        <span class="form-check-label">${t('admin.views.withPage')}</span></label>
      <button class="btn${views.length === 0 && ' btn-primary'}">${icon('wand')} ${t('admin.views.make')}</button></form>
      <a class="btn" href="/admin/views/new?table=${table.name}">${icon('plus')} ${t('admin.views.new')}</a></div>
      ${
        views.length === 0
          ? empty('layout-list', t('admin.views.emptyTable'), t('admin.views.makeHelp'))
          : list(views.map((view) => lineOf(req, view)))
      }`,
  });
}

/** One click each, where a select takes two. @param {{ value: string, label: string }} choice @param {number} i */
const sharingChoice = ({ value, label }, i) =>
  html`<label class="form-check mb-0"><input class="form-check-input" type="radio" name="sharing" value="${value}"${i === 0 && html` checked`}>
    <span class="form-check-label">${label}</span></label>`;

/** @param {Request} req @param {Table} table */
const viewsOf = ({ ctx: { catalog } }, table) => catalog.views.filter((view) => view.table === table.name);

/** Views made twice by mistake are hard to tell apart. @param {Request} req @param {{ count: number, sharing: string | null, page: boolean }} asked */
function askAgain(req, { count, sharing, page }) {
  const { t } = req.ctx;
  const table = tableOf(req);
  const url = tableUrl(table.name, 'views');
  return html`<form class="alert alert-warning" method="post" action="${url}" role="alertdialog" aria-labelledby="again">
    <div class="flex-fill" id="again">${t('admin.views.again', { count, table: table.label })}</div>
    <input type="hidden" name="sharing" value="${sharing ?? ''}"><input type="hidden" name="again" value="1">
    ${page && html`<input type="hidden" name="page" value="1">`}    <button class="btn btn-sm">${t('admin.views.makeAgain')}</button> <a class="btn btn-sm btn-primary" href="${url}">${t('admin.cancel')}</a></form>`;
}

/** @param {Request} req @param {View} view */
function lineOf(req, view) {
  const { icon, line, roleBadges, openButton } = partsFor(req);
  const { name, label, roles } = view;
  const template = templateOf(req, view);
  return line(html`${icon(template.icon)}<div class="flex-fill"><a class="fw-medium" href="${buildAddress('view', name)}">${label || name}</a>
    <div class="text-secondary">${template.label} · <code>${name}</code></div></div>
    ${roleBadges(roles)}${openButton(`/view/${name}`, label || name, '')}`);
}
