import { html, phrase } from '@plinth/plugin';
import { ALERT, listScreen, noErrors, openForm, partsFor, routed } from '../../frame/index.js';
import { sharing, viewEdits } from '../../making/make-views.js';
import { templateOf } from '../views/list.js';
import { tableList, tableOf, tableUrl } from './table-page.js';
import { buildAddress } from '../../objects/build-address.js';
import { openAddress } from '../../objects/open-address.js';

/** @import { Table, View } from '@plinth/plugin' */
/** @import { Form, Outcome, Request } from '../../types.d.ts' */

const LIST = listScreen(
  tableList('views', {
    icon: 'layout-list',
    empty: 'admin.views.emptyTable',
    emptyHelp: ({ ctx: { t } }) => t('admin.views.makeHelp'),
    actions(req) {
      const { t, icon } = partsFor(req);
      return html`<a class="btn" href="/admin/views/new?table=${tableOf(req).name}">${icon('plus')} ${t('admin.views.new')}</a>`;
    },
    of: (req) => viewsOf(req, tableOf(req)).slice(0, 200),
    list: (req, views) => views.map((view) => lineOf(req, view, views)),
    above: (req, { asked }, { length }) => html`${ALERT}${asked && askAgain(req, { count: length, ...asked })}`,
    below(req, _tried, { length }) {
      const make = makeForm(req, tableOf(req), length === 0);
      const again = html`<details class="adm-more mt-3"><summary>${req.ctx.t('admin.views.makeAgain')}</summary>${make}</details>`;
      return length === 0 ? make : again;
    },
    posts: { '/:table/views': makeViews },
  }),
);

/** The views on a table; a list, a detail and an edit view in one click. */
export const screen = { path: '/tables', title: 'admin.table.tab.views', routes: routed(LIST) };

/** @param {Request} req @param {Form} form @returns {Outcome} */
function makeViews(req, form) {
  const { app, catalog } = req.ctx;
  const table = tableOf(req);
  if (viewsOf(req, table).length > 0 && !form.has('again')) {
    return { errors: noErrors(), asked: { sharing: form.get('sharing'), page: form.has('page') } };
  }
  const { roles, edits: rights } = sharing(table, form.get('sharing'));
  const { edits } = viewEdits({ roles, catalog, registry: app.registry, table, page: form.has('page') });
  const says = phrase`Create views of "${table.label}"`;
  return { edit: 'batch', input: { edits: [...rights, ...edits] }, says, next: tableUrl(table.name, 'views') };
}

/** @param {Request} req @param {Table} table @param {boolean} isFirst */
function makeForm(req, table, isFirst) {
  const { t } = req.ctx;
  const { icon } = partsFor(req);
  const choices = ['admins', 'read', 'write'].map((value) => ({ value, label: t(`admin.csv.sharing.${value}`) }));
  return html`${openForm({ class: 'card adm-form mb-3', action: tableUrl(table.name, 'views') })}<div class="card-body">
    <fieldset class="mb-3"><legend class="form-label">${t('admin.csv.sharing')}</legend>${choices.map(sharingChoice)}</fieldset>
    <label class="form-check mb-3"><input class="form-check-input" type="checkbox" name="page" value="1"${isFirst && html` checked`}>
      <span class="form-check-label">${t('admin.views.withPage')}</span></label>
    <button class="btn${isFirst && ' btn-primary'}">${icon('wand')} ${t('admin.views.make')}</button></div></form>`;
}

/** One click each, where a select takes two. @param {{ value: string, label: string }} choice @param {number} i */
const sharingChoice = ({ value, label }, i) =>
  html`<label class="form-check form-check-inline"><input class="form-check-input" type="radio" name="sharing" value="${value}"${i === 0 && html` checked`}>
    <span class="form-check-label">${label}</span></label>`;

/** @param {Request} req @param {Table} table */
const viewsOf = ({ ctx: { catalog } }, table) => catalog.views.filter((view) => view.table === table.name);

/** Views made twice by mistake are hard to tell apart. @param {Request} req @param {{ count: number, sharing: string | null, page: boolean }} asked */
function askAgain(req, { count, sharing, page }) {
  const { t } = req.ctx;
  const table = tableOf(req);
  const url = tableUrl(table.name, 'views');
  return html`${openForm({ class: 'alert alert-warning', action: url, attrs: { role: 'alertdialog', 'aria-labelledby': 'again' } })}
    <div class="flex-fill" id="again">${t('admin.views.again', { count, table: table.label })}</div>
    <input type="hidden" name="sharing" value="${sharing ?? ''}"><input type="hidden" name="again" value="1">
    ${page && html`<input type="hidden" name="page" value="1">`}    <button class="btn btn-sm">${t('admin.views.makeAgain')}</button> <a class="btn btn-sm btn-primary" href="${url}">${t('admin.cancel')}</a></form>`;
}

/** @param {Request} req @param {View} view @param {readonly View[]} all */
function lineOf(req, view, all) {
  const { icon, line, roleBadges, openButton } = partsFor(req);
  const { name, label, roles } = view;
  const template = templateOf(req, view);
  // The views that are made together have the name of their table.
  const isShared = all.some((other) => other !== view && other.label === label);
  const called = isShared ? `${label} (${template.label})` : label || name;
  return line(html`${icon(template.icon)}<div class="flex-fill"><a class="fw-medium" href="${buildAddress('view', name)}">${called}</a>
    <div class="text-secondary">${!isShared && html`${template.label} · `}<code>${name}</code></div></div>
    ${roleBadges(roles)}${openButton(openAddress(req.ctx.catalog, 'view', name), called, '')}`);
}
