import { html } from '@plinth/plugin';
import { listPage, noErrors, partsFor, routed, saves, shows, task, tasks } from '../../frame/index.js';
import { ALL_RUNS } from './run-table.js';
import { readTrigger, sourceNamed, triggerForm } from './trigger-form.js';
import { isFailing, triggerTable, triggerUrl } from './trigger-words.js';
import { whatWaits } from './what-waits.js';
import { workflowPart } from './workflows/table.js';

/** @import { Trigger, TriggerSource, Workflow } from '@plinth/plugin' */
/** @import { TriggerState } from '@plinth/data' */
/** @import { ListScreen } from '../../frame/list-screen.js' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../types.d.ts' */

const HERE = '/admin/automation';
const NEW = `${HERE}/~new`;
/** As many as are seen at a glance. */
const FEW = 5;
const STATE = Object.freeze({
  name: 'state',
  label: 'admin.automation.state',
  any: 'admin.automation.anyState',
  options: [{ value: 'failing', label: 'admin.automation.onlyFailing' }],
});

/** The triggers, and adding one. */
export const screen = {
  path: '/automation',
  title: 'admin.nav.automation',
  help: 'guide/automation#triggers',
  finds: tasks(task('trigger', '/admin/automation')),
  first: true,
  nav: { section: /** @type {const} */ ('automate'), icon: 'bolt', order: 10 },
  routes: routed({
    'GET /': shows(async (req, tried) => listPage(await listOf(req), req, tried)),
    'GET /~new': shows(showNew),
    'POST /~new': saves(create, showNew),
  }),
};

/** Triggers with their states, and the workflows below. @param {Request} req @returns {Promise<ListScreen<Trigger>>} */
async function listOf(req) {
  const { t, app, actor, catalog } = req.ctx;
  const { icon } = partsFor(req);
  const [ids, own] = [catalog.triggers, catalog.workflows].map((all) => all.map(({ id }) => id));
  const states = await app.data.automation.runs.states(actor, ids);
  const ofWorkflows = await app.data.workflows.runs.states(actor, own);
  return {
    title: 'admin.nav.automation',
    lead: 'admin.automation.lead',
    icon: 'bolt',
    empty: 'admin.automation.empty',
    add: { url: NEW, label: 'admin.automation.new' },
    actions: () =>
      html`<a class="btn btn-ghost-secondary" href="${ALL_RUNS}">${icon('history')} ${t('admin.automation.runs')}</a> `,
    filters,
    of: () => found(req, states),
    list: (_req, triggers) => groups(req, triggers),
    above: () => ids.length + own.length > 0 && whatWaits(req, states, ofWorkflows),
    below: () => workflowPart(req, ofWorkflows),
  };
}

/** Only where there are many, or some are left out. @param {Request} req */
function filters({ ctx: { app, catalog }, query }) {
  if (catalog.triggers.length <= FEW && !query.get('source') && !query.get('state')) return false;
  const used = new Set(catalog.triggers.map(({ source }) => source));
  const sources = app.registry.all('triggerSource').filter(({ name }) => used.has(name));
  const options = sources.map(({ name, label }) => ({ value: name, label }));
  const source = { name: 'source', label: 'admin.automation.source', any: 'admin.automation.anySource', options };
  return { words: 'admin.automation.search', choices: [source, STATE] };
}

/** @param {Request} req @param {Map<string, TriggerState>} states */
function found({ ctx: { catalog }, query }, states) {
  const [q, source] = ['q', 'source'].map((name) => (query.get(name) ?? '').trim().toLowerCase());
  const onlyFailing = query.get('state') === 'failing';
  return catalog.triggers.filter(
    (one) =>
      (!source || one.source === source) &&
      (!onlyFailing || isFailing(states.get(one.id))) &&
      (!q || [one.label, one.name, one.table ?? '', one.description].some((text) => text.toLowerCase().includes(q))),
  );
}

/** Triggers by what starts them. @param {Request} req @param {readonly Trigger[]} triggers */
async function groups(req, triggers) {
  const { t, app } = req.ctx;
  const { icon } = partsFor(req);
  const bySource = Map.groupBy(triggers, (one) => one.source);
  const order = app.registry.all('triggerSource').map(({ name }) => name);
  const names = [...bySource.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const parts = names.map(async (name) => {
    const known = app.registry.has('triggerSource', name) ? app.registry.triggerSource(name) : null;
    const heading = html`<h2 class="h3 d-flex align-items-center gap-2">${icon(known?.icon ?? 'bolt')} ${t(known?.label ?? name)}</h2>`;
    return html`${heading}${await triggerTable(req, bySource.get(name) ?? [])}`;
  });
  return html`${await Promise.all(parts)}`;
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

/** @param {Request} req @param {Workflow} workflow */
const startOf = ({ ctx: { t } }, { name, label }) => ({
  label: t('admin.workflow.startNamed', { name: label }),
  steps: [{ do: { action: 'start_workflow', config: { workflow: name } } }],
});

/** What a new trigger is started by. @param {Request} req @returns {AdminPage} */
function sourcePage(req) {
  const { t, app } = req.ctx;
  const workflow = startedOf(req);
  const { icon } = partsFor(req);
  const card = (/** @type {TriggerSource} */ source) =>
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
