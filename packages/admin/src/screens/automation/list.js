import { html } from '@plinth/plugin';
import { noErrors, partsFor, routed, saves, shows } from '../../frame/index.js';
import { ALL_RUNS } from './run-table.js';
import { readTrigger, sourceNamed, triggerForm } from './trigger-form.js';
import { isFailing, triggerTable, triggerUrl } from './trigger-words.js';
import { whatWaits } from './what-waits.js';
import { workflowPart } from './workflows/table.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

const HERE = '/admin/automation';
const NEW = `${HERE}/~new`;
/** So many are seen at a glance. */
const FEW = 5;

/** What happens by itself: triggers, and a new one. */
export const screen = {
  path: '/automation',
  title: 'admin.nav.automation',
  first: true,
  nav: { section: /** @type {const} */ ('automate'), icon: 'bolt', order: 10 },
  routes: routed({
    'GET /': shows(show),
    'GET /~new': shows(showNew),
    'POST /~new': saves(create, showNew),
  }),
};

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { t, app, actor, catalog } = req.ctx;
  const { icon, empty } = partsFor(req);
  const { triggers } = catalog;
  const ids = triggers.map(({ id }) => id);
  const states = triggers.length > 0 ? await app.data.automation.runs.states(actor, ids) : new Map();
  const own = catalog.workflows.map(({ id }) => id);
  const ofWorkflows = own.length > 0 ? await app.data.workflows.runs.states(actor, own) : new Map();
  const now = ids.length + own.length > 0 && (await whatWaits(req, states, ofWorkflows));
  const add = html`<a class="btn btn-primary" href="${NEW}">${icon('plus')} ${t('admin.automation.new')}</a>`;
  const none = html`<div class="card">${empty('bolt', t('admin.automation.empty'), html`${t('admin.automation.emptyHelp')}<br><span class="d-inline-block mt-3">${add}</span>`)}</div>`;
  return {
    title: t('admin.nav.automation'),
    lead: t('admin.automation.lead'),
    actions: html`<a class="btn btn-ghost-secondary" href="${ALL_RUNS}">${icon('history')} ${t('admin.automation.runs')}</a> ${triggers.length > 0 && add}`,
    body:
      triggers.length > 0
        ? html`${now}${triggers.length > FEW && filters(req)}${await groups(req, states)}${workflowPart(req, ofWorkflows)}`
        : html`${now}${none}${workflowPart(req, ofWorkflows)}`,
  };
}

/** @param {Request} req */
function filters(req) {
  const { t, app, catalog } = req.ctx;
  const used = new Set(catalog.triggers.map(({ source }) => source));
  const sources = app.registry.all('triggerSource').filter(({ name }) => used.has(name));
  const states = [
    { value: '', label: t('admin.automation.anyState') },
    { value: 'failing', label: t('admin.automation.onlyFailing') },
  ];
  const choices = [
    { value: '', label: t('admin.automation.anySource') },
    ...sources.map(({ name, label }) => ({ value: name, label: t(label) })),
  ];
  return partsFor(req).filters({
    words: 'admin.automation.search',
    choices: [
      { name: 'source', label: 'admin.automation.source', value: req.query.get('source'), options: choices },
      { name: 'state', label: 'admin.automation.state', value: req.query.get('state'), options: states },
    ],
  });
}

/** Triggers by what starts them. @param {Request} req @param {Map<string, import('@plinth/data').TriggerState>} states */
async function groups(req, states) {
  const { t, app, catalog } = req.ctx;
  const { icon } = partsFor(req);
  const [q, source] = ['q', 'source'].map((name) => (req.query.get(name) ?? '').trim().toLowerCase());
  const onlyFailing = req.query.get('state') === 'failing';
  const found = catalog.triggers.filter(
    (one) =>
      (!source || one.source === source) &&
      (!onlyFailing || isFailing(states.get(one.id))) &&
      (!q || [one.label, one.name, one.table ?? '', one.description].some((text) => text.toLowerCase().includes(q))),
  );
  if (found.length === 0) return html`<p class="text-secondary">${t('admin.nothingFound')}</p>`;
  const bySource = Map.groupBy(found, (one) => one.source);
  const order = app.registry.all('triggerSource').map(({ name }) => name);
  const names = [...bySource.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return Promise.all(
    names.map(async (name) => {
      const known = app.registry.has('triggerSource', name) ? app.registry.triggerSource(name) : null;
      const heading = html`<h2 class="h3 d-flex align-items-center gap-2">${icon(known?.icon ?? 'bolt')} ${t(known?.label ?? name)}</h2>`;
      return html`${heading}${await triggerTable(req, bySource.get(name) ?? [])}`;
    }),
  );
}

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function showNew(req, tried) {
  const { t, catalog } = req.ctx;
  const given = req.query.get('table') ?? '';
  const workflow = startedOf(req);
  const table = catalog.hasTable(given) ? given : undefined;
  const chosen = tried.form?.get('source') ?? req.query.get('source') ?? (given && table && 'rows');
  if (!chosen && !tried.form && req.ctx.app.registry.all('triggerSource').length > 1) return sourcePage(req);
  const known = sourceNamed(req, chosen);
  const { name: source, as = 'cause', table: ofTable } = known;
  const about = table ?? (ofTable === undefined ? undefined : (workflow?.table ?? undefined));
  const first = {
    source,
    table: about,
    events: /** @type {const} */ (['insert']),
    as,
    enabled: true,
    ...(workflow && startOf(req, workflow)),
  };
  return {
    title: t('admin.automation.newNamed', { source: t(known.label) }),
    lead: t(known.help),
    icon: known.icon,
    errors: tried.errors,
    scripts: ['automation'],
    crumbs: [{ label: t('admin.nav.automation'), url: HERE }],
    body: await triggerForm(req, tried, first, { action: NEW }),
  };
}

/** The workflow that a new trigger is to start. @param {Request} req */
function startedOf({ ctx: { catalog }, query }) {
  const name = query.get('workflow') ?? '';
  return catalog.hasWorkflow(name) ? catalog.workflow(name) : null;
}

/** @param {Request} req @param {import('@plinth/plugin').Workflow} workflow */
const startOf = ({ ctx: { t } }, { name, label }) => ({
  label: t('admin.workflow.startNamed', { name: label }),
  steps: [{ do: { action: 'start_workflow', config: { workflow: name } } }],
});

/** What a new trigger is started by. @param {Request} req @returns {AdminPage} */
function sourcePage(req) {
  const { t, app } = req.ctx;
  const workflow = startedOf(req);
  const { icon } = partsFor(req);
  const card = (/** @type {import('@plinth/plugin').TriggerSource} */ source) =>
    html`<li class="card adm-card-link d-flex gap-3"><span class="adm-card-icon">${icon(source.icon)}</span><div class="adm-card-text">
      <h2 class="adm-card-title"><a href="${`${NEW}?${new URLSearchParams({ source: source.name, ...(workflow && { workflow: workflow.name }) })}`}">${t(source.label)}</a></h2><p class="text-secondary mb-0">${t(source.help)}</p></div></li>`;
  return {
    title: t('admin.automation.new'),
    lead: t('admin.automation.choose'),
    icon: 'bolt',
    crumbs: [{ label: t('admin.nav.automation'), url: HERE }],
    body: html`<ul class="adm-cards d-grid m-0 list-unstyled">${app.registry.all('triggerSource').map(card)}</ul>`,
  };
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function create(req, form) {
  if (form.has('refresh')) return { errors: refreshed() };
  const trigger = await readTrigger(req, form);
  return {
    edit: 'add-trigger',
    input: { trigger },
    next: ({ ids }) => afterCreation(trigger.source, String(Object.values(ids)[0])),
  };
}

/** What is called is of use once its address is known, a mailbox once it can be reached. @type {Record<string, string>} */
const TABS = { webhook: 'hook', api_call: 'call', email: 'mailbox' };

/** @param {string} source @param {string} id */
const afterCreation = (source, id) => triggerUrl(id, ...(TABS[source] ? [TABS[source]] : []));

/** The form is shown again without an error. */
export const refreshed = noErrors;
