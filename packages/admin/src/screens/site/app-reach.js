import { attrs, html } from '@plinth/plugin';
import { requireRecentLogin } from '@plinth/server/auth';
import { partsFor, routed, saves, shows } from '../../frame/index.js';
import { crumbs } from './apps.js';

/** @import { App, Table, Values } from '@plinth/plugin' */
/** @import { Form, Outcome, Request, Shown, Tried } from '../../types.d.ts' */

/** Which tables the system code of an app reaches. */
export const screen = {
  path: '/apps',
  title: 'admin.apps.reachEdit',
  first: true,
  routes: routed({ 'GET /:app/rights': shows(show), 'POST /:app/rights': saves(save, show) }, requireRecentLogin()),
};

/** @param {Request} req @param {Form} form @returns {Outcome} */
function save({ params }, form) {
  const reach = form.get('mode') === 'all' ? 'all' : form.all('reach');
  return { edit: 'change-app', input: { app: params.app, changes: { reach } }, next: '/admin/apps' };
}

/** @param {Request} req @param {Tried} tried @returns {Shown} */
function show(req, { form, errors }) {
  const { t, catalog } = req.ctx;
  const found = catalog.apps.find(({ name }) => name === req.params.app);
  if (!found) return '/admin/apps';
  const isAll = form ? form.get('mode') === 'all' : found.reach === null;
  const granted = form ? form.all('reach') : (found.reach ?? []);
  const modes = ['own', 'all'].map((mode) =>
    box(
      { type: 'radio', id: `f-mode-${mode}`, name: 'mode', value: mode, checked: (mode === 'all') === isAll },
      t(`admin.apps.reachMode.${mode}`),
    ),
  );
  const tables = othersOf(catalog.tables, found).map(({ id, name, label, system }) => {
    const value = system ? name : id;
    return box(
      { type: 'checkbox', id: `f-reach-${name}`, name: 'reach', value, checked: granted.includes(value) },
      label,
    );
  });
  return {
    title: t('admin.apps.reachTitle', { name: found.label }),
    lead: t('admin.apps.reachLead'),
    crumbs: crumbs(req),
    icon: 'shield-check',
    errors,
    body: partsFor(req).form({
      action: `/admin/apps/${found.name}/rights`,
      submit: t('admin.save'),
      cancel: '/admin/apps',
      of: found.id,
      controls: html`<fieldset class="mb-3"><legend class="h3">${t('admin.apps.reachMode')}</legend>${modes}</fieldset>
        <fieldset class="mb-3"><legend class="h3">${t('admin.apps.reachTables')}</legend>${
          tables.length > 0 ? tables : html`<p class="text-secondary">${t('admin.apps.reachNone')}</p>`
        }</fieldset>`,
    }),
  };
}

/** @param {readonly Table[]} tables @param {App} app */
const othersOf = (tables, { name }) => tables.filter((table) => table.app !== name);

/** @param {Values} input @param {string} label */
const box = (input, label) =>
  html`<div class="form-check"><input class="form-check-input"${attrs(input)}><label class="form-check-label" for="${input.id}">${label}</label></div>`;
