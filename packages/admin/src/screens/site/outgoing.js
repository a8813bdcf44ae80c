import { html } from '@plinth/plugin';
import { requireRecentLogin } from '@plinth/server/auth';
import { expectField, inputs, partsFor, routed, saves, shows } from '../../frame/index.js';
import { settingsTabs } from './settings-tabs.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

const HERE = '/admin/settings/outgoing';

/** Which addresses of the own network requests may reach. */
export const screen = {
  path: '/settings/outgoing',
  title: 'admin.settings.outgoing',
  first: true,
  routes: routed({ 'GET /': shows(show), 'POST /': saves(save, show) }, requireRecentLogin()),
};

/** @param {Request} req @param {Form} form @returns {Outcome} */
function save(req, form) {
  const outboundAllow = (form.get('outboundAllow') ?? '').trim();
  return { edit: 'change-settings', input: { changes: { outboundAllow } }, next: HERE };
}

/** @param {Request} req @param {Tried} tried @returns {AdminPage} */
function show(req, tried) {
  const { t, catalog } = req.ctx;
  const { id, outboundAllow = '' } = catalog.settings;
  const hosts = {
    name: 'outboundAllow',
    type: 'textarea',
    label: 'admin.outgoing.hosts',
    help: 'admin.outgoing.hostsHelp',
    value: outboundAllow,
    attrs: { spellcheck: 'false', autocapitalize: 'off', placeholder: '10.0.0.5:8080' },
  };
  return {
    title: t('admin.nav.settings'),
    lead: t('admin.outgoing.lead'),
    errors: tried.errors,
    tabs: settingsTabs(req, 'outgoing'),
    body: partsFor(req).form({
      action: HERE,
      submit: t('admin.save'),
      expect: expectField(catalog, id, tried.form?.get('expect')),
      controls: html`<div class="alert alert-warning" role="note">${t('admin.outgoing.danger')}</div>${inputs(req, tried, [hosts])}`,
    }),
  };
}
