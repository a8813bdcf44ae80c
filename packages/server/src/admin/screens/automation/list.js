import { html } from '@plinth/plugin';
import { partsFor, routed, saves, shows } from '../../frame/index.js';
import { readTrigger, sourceNamed, triggerForm } from './trigger-form.js';
import { triggerTable, triggerUrl } from './trigger-words.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

const HERE = '/admin/automation';
const NEW = `${HERE}/~new`;

/** What happens by itself: triggers, and a new one. */
export const screen = {
  path: '/automation',
  title: 'admin.nav.automation',
  first: true,
  nav: { section: /** @type {const} */ ('build'), icon: 'bolt', order: 45 },
  routes: routed({
    'GET /': shows(show),
    'GET /~new': shows(showNew),
    'POST /~new': saves(create, showNew),
  }),
};

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { t, catalog } = req.ctx;
  const { icon, empty } = partsFor(req);
  const { triggers } = catalog;
  const add = html`<a class="btn btn-primary" href="${NEW}">${icon('plus')} ${t('admin.automation.new')}</a>`;
  return {
    ...{ title: t('admin.nav.automation'), lead: t('admin.automation.lead') },
    actions: triggers.length > 0 ? add : null,
    body:
      triggers.length > 0
        ? await triggerTable(req, triggers)
        : html`<div class="card">${empty('bolt', t('admin.automation.empty'), html`${t('admin.automation.emptyHelp')}<br><span class="d-inline-block mt-3">${add}</span>`)}</div>`,
  };
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function showNew(req, tried) {
  const { t, catalog } = req.ctx;
  const given = req.query.get('table') ?? '';
  const table = catalog.hasTable(given) ? given : undefined;
  const chosen = tried.form?.get('source') ?? req.query.get('source') ?? (table && 'rows');
  if (!chosen && !tried.form && req.ctx.app.registry.all('triggerSource').length > 1) return sourcePage(req);
  const { name: source, as = 'cause' } = sourceNamed(req, chosen);
  const first = { source, table, events: /** @type {const} */ (['insert']), as, enabled: true };
  return {
    ...{ title: t('admin.automation.new'), icon: 'bolt', errors: tried.errors, scripts: ['automation'] },
    crumbs: [{ label: t('admin.nav.automation'), url: HERE }],
    body: await triggerForm(req, tried, first, { action: NEW }),
  };
}

/** What a new trigger is started by. @param {Request} req @returns {AdminPage} */
function sourcePage(req) {
  const { t, app } = req.ctx;
  const { icon } = partsFor(req);
  const card = (/** @type {import('@plinth/plugin').TriggerSource} */ source) =>
    html`<li class="card adm-card-link"><span class="adm-card-icon">${icon(source.icon)}</span><div class="adm-card-text">
      <h2 class="adm-card-title"><a href="${`${NEW}?source=${source.name}`}">${t(source.label)}</a></h2><p class="text-secondary mb-0">${t(source.help)}</p></div></li>`;
  return {
    ...{ title: t('admin.automation.new'), lead: t('admin.automation.choose'), icon: 'bolt' },
    crumbs: [{ label: t('admin.nav.automation'), url: HERE }],
    body: html`<ul class="adm-cards">${app.registry.all('triggerSource').map(card)}</ul>`,
  };
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function create(req, form) {
  if (form.has('refresh')) return { errors: refreshed() };
  const trigger = await readTrigger(req, form);
  return { edit: 'add-trigger', input: { trigger }, next: ({ ids }) => triggerUrl(String(Object.values(ids)[0])) };
}

/** The form is shown again without an error. */
export const refreshed = () => ({ status: 200, message: '', hint: undefined, fields: {}, code: '' });
