import { html } from '@plinth/plugin';
import {
  ALERT,
  expectField,
  openForm,
  readChecked,
  readSettings,
  routed,
  saves,
  settingsControls,
  settingsFound,
  shows,
} from '../../frame/index.js';
import { siteGroups, siteSettings } from './settings-schemas.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

/** The site: name, language, sign-up. */
export const screen = {
  path: '/settings',
  title: 'admin.nav.settings',
  help: 'guide/pages',
  finds: (/** @type {Request} */ req) => settingsFound(req, siteSettings(req.ctx.app, req), '/admin/settings'),
  nav: { section: 'site', icon: 'settings', order: 30 },
  routes: routed({
    'GET /': shows(showSite),
    'POST /': saves(saveSite, showSite),
  }),
};

/** @param {Request} req @param {Form} form @returns {Outcome} */
function saveSite(req, form) {
  const { values, wrong } = readChecked(req, siteSettings(req.ctx.app, req), form);
  if (wrong) return { errors: wrong };
  const changes = { ...values, firstDay: Number(values.firstDay), ...switches(values) };
  return { edit: 'change-settings', input: { changes }, next: '/admin/settings' };
}

/** Browsers don't send an unticked checkbox. @param {Record<string, unknown>} values */
const switches = ({ signUp, visitorSearch }) => ({ signUp: signUp === true, visitorSearch: visitorSearch === true });

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function showSite(req, { form, errors }) {
  const { app, t, catalog } = req.ctx;
  const stored = catalog.settings;
  const schema = siteSettings(app, req);
  const values = form ? readSettings(req, schema, form) : { ...stored, firstDay: String(stored.firstDay ?? 1) };
  const groups = siteGroups(schema).map(
    ({ name, settings }) => html`<section class="card mb-3" aria-labelledby="g-${name}">
      <div class="card-header"><h2 class="card-title" id="g-${name}">${t(`admin.settings.group.${name}`)}</h2></div>
      <div class="card-body">${settingsControls(req, settings, values, { errors: errors.fields })}</div></section>`,
  );
  return {
    title: t('admin.nav.settings'),
    tabs: settingsTabs(req, 'site'),
    errors,
    body: html`${openForm({ class: 'adm-form', action: '/admin/settings' })}
      ${ALERT}${expectField(catalog, stored.id, form?.get('expect'))}${groups}
      <div class="adm-save flex-wrap align-items-center"><button class="btn btn-primary">${t('admin.save')}</button></div></form>`,
  };
}
