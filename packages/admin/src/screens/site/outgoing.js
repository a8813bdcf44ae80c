import { html } from '@plinth/plugin';
import { longtext } from '@plinth/plugin/settings';
import { requireRecentLogin } from '@plinth/server/auth';
import { partsFor, routed, savesSettings, settingsFound, shows } from '../../frame/index.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { SettingsSchema, Values } from '@plinth/plugin' */
/** @import { AdminPage, Outcome, Request, Tried } from '../../types.d.ts' */

const HERE = '/admin/settings/outgoing';

/** @type {SettingsSchema} */
const SCHEMA = [
  longtext('outboundAllow', 'admin.outgoing.hosts', {
    help: 'admin.outgoing.hostsHelp',
    attrs: { spellcheck: 'false', autocapitalize: 'off', placeholder: '10.0.0.5:8080' },
  }),
];

/** Which addresses of the own network requests may reach. */
export const screen = {
  path: '/settings/outgoing',
  title: 'admin.settings.outgoing',
  help: 'guide/automation#http-requests',
  finds: (/** @type {Request} */ req) => settingsFound(req, SCHEMA, '/admin/settings/outgoing'),
  first: true,
  routes: routed({ 'GET /': shows(show), 'POST /': savesSettings(SCHEMA, save, show) }, requireRecentLogin()),
};

/** @param {Request} req @param {Values} values @returns {Outcome} */
function save(req, { outboundAllow = '' }) {
  return { edit: 'change-settings', input: { changes: { outboundAllow: outboundAllow.trim() } }, next: HERE };
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, tried) {
  const { t, catalog } = req.ctx;
  return {
    title: t('admin.nav.settings'),
    lead: t('admin.outgoing.lead'),
    errors: tried.errors,
    tabs: settingsTabs(req, 'outgoing'),
    body: partsFor(req).form({
      action: HERE,
      submit: t('admin.save'),
      of: catalog.settings.id,
      controls: html`<div class="alert alert-warning" role="note">${t('admin.outgoing.danger')}</div>`,
      schema: SCHEMA,
      values: catalog.settings,
      tried,
    }),
  };
}
