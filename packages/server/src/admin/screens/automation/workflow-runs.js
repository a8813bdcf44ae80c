import { html } from '@plinth/plugin';
import { partsFor, routed, shows, tries } from '../../frame/index.js';
import { RUNS as HERE, workflowPage } from './workflows/page.js';

/** @import { ListedStep, ListedWorkflowRun } from '@plinth/data' */
/** @import { AdminPage, Outcome, Request } from '../../types.d.ts' */

/** @type {Record<string, string>} */
const STYLES = { running: 'info', waiting: 'secondary', done: 'success', failed: 'danger', cancelled: 'secondary' };

/** Runs of workflows, and one of them step by step. */
export const screen = {
  path: '/automation/workflow-runs',
  title: 'admin.workflowRuns.title',
  first: true,
  routes: routed({
    'GET /': shows(show),
    'GET /:run': shows(showOne),
    'POST /:run/retry': tries(retry, back),
    'POST /:run/cancel': tries(cancel, back),
  }),
};

/** @param {Request} req */
function back(req) {
  return `${HERE}/${req.params.run}`;
}

/** @param {Request} req @returns {Promise<Outcome>} */
async function retry(req) {
  await req.ctx.app.data.workflows.runs.retry(req.ctx.author, req.params.run);
  return { next: back(req), said: req.ctx.t('admin.workflowRuns.goesOn') };
}

/** @param {Request} req @param {import('../../types.d.ts').Form} form @returns {Promise<Outcome>} */
async function cancel(req, form) {
  const isUndone = form.get('undo') === 'true';
  await req.ctx.app.data.workflows.runs.cancel(req.ctx.author, req.params.run, { isUndone });
  return { next: back(req), said: req.ctx.t('admin.workflowRuns.cancelled') };
}

/** @param {Request} req */
const crumb = ({ ctx: { t } }) => ({ label: t('admin.nav.automation'), url: '/admin/automation' });

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { t, app, actor, catalog } = req.ctx;
  const { options, empty } = partsFor(req);
  const [workflow, state, after] = ['workflow', 'state', 'after'].map((name) => req.query.get(name));
  const { runs, next } = await app.data.workflows.runs.list(actor, { workflow, state, after });
  const states = ['', ...Object.keys(STYLES)].map((value) => ({
    value,
    label: t(value ? `admin.workflowRuns.state.${value}` : 'admin.workflowRuns.anyState'),
  }));
  const named = [
    { value: '', label: t('admin.workflowRuns.any') },
    ...catalog.workflows.map(({ id, label }) => ({ value: id, label })),
  ];
  const filter = html`<form class="adm-filters mb-3" method="get" role="search"><select class="form-select" name="workflow" aria-label="${t('admin.workflowRuns.workflow')}">${options(named, workflow ?? '')}</select><select class="form-select" name="state" aria-label="${t('admin.workflowRuns.state')}">${options(states, state ?? '')}</select><button class="btn">${t('admin.outbox.filter')}</button></form>`;
  const more = new URLSearchParams({ workflow: workflow ?? '', state: state ?? '', after: next ?? '' });
  const none = html`<div class="card">${empty('sitemap', t('admin.workflowRuns.none'), t('admin.workflowRuns.noneHelp'))}</div>`;
  const body = html`${filter}${runs.length === 0 ? none : runTable(req, runs)}${next && html`<a class="btn mb-4" href="?${more}">${t('admin.more')}</a>`}`;
  const one = catalog.workflows.find(({ id }) => id === workflow);
  if (one) return workflowPage(req, { tab: 'runs', body }, one);
  return { title: t('admin.workflowRuns.title'), icon: 'sitemap', crumbs: [crumb(req)], body };
}

/** @param {Request} req @param {readonly ListedWorkflowRun[]} runs */
function runTable(req, runs) {
  const { t, formats } = req.ctx;
  const { table } = partsFor(req);
  return table(
    t('admin.workflowRuns.title'),
    [
      {
        label: t('admin.workflowRuns.workflow'),
        cell: (run) => html`<a href="${HERE}/${run.id}">${labelOf(req, run)}</a>`,
      },
      {
        ...{ label: t('admin.workflowRuns.started'), folds: true },
        cell: (run) =>
          html`<time datetime="${new Date(run.createdAt).toISOString()}" title="${formats.dateTime(run.createdAt)}">${formats.relative(run.createdAt)}</time> <span class="small text-secondary">${run.by?.name ?? ''}</span>`,
      },
      {
        ...{ label: t('admin.workflowRuns.state'), folds: true, class: 'text-break' },
        cell: (run) => stateOf(req, run),
      },
    ],
    runs,
  );
}

/** @param {Request} req @param {ListedWorkflowRun} run */
const labelOf = ({ ctx: { catalog, t } }, { workflow }) =>
  catalog.workflows.find(({ id }) => id === workflow)?.label ?? t('admin.workflowRuns.deleted');

/** @param {Request} req @param {Pick<ListedWorkflowRun, 'state' | 'result' | 'error'>} run */
export function stateOf(req, { state, result, error }) {
  const { t } = req.ctx;
  const said = error ? `${error.step ? `${error.step}: ` : ''}${error.message}` : result;
  return html`${partsFor(req).badge(t(`admin.workflowRuns.state.${state}`), STYLES[state])}${said && html` <span class="small">${said}</span>`}`;
}

/** @param {Request} req @returns {Promise<AdminPage>} */
async function showOne(req) {
  const { t, app, actor } = req.ctx;
  const { post } = partsFor(req);
  const { run, steps } = await app.data.workflows.runs.get(actor, req.params.run);
  const isOpen = run.doneAt === null;
  const isWaiting = run.waits.some((/** @type {ListedWorkflowRun['waits'][number]} */ one) => one.for === 'retry');
  const button = (/** @type {string} */ what, /** @type {string} */ label, /** @type {any} */ more = {}) =>
    post(`${HERE}/${run.id}/${what}`, t(label), more);
  const actions = html`${(run.mayRetry || (isOpen && isWaiting)) && button('retry', 'admin.workflowRuns.retry')} ${isOpen && button('cancel', 'admin.workflowRuns.cancel', { confirm: t('admin.workflowRuns.cancelSure') })} ${isOpen && button('cancel', 'admin.workflowRuns.cancelUndo', { fields: { undo: 'true' }, confirm: t('admin.workflowRuns.cancelUndoSure') })}`;
  return {
    ...{ title: labelOf(req, run), icon: 'sitemap', actions },
    crumbs: [crumb(req), { label: t('admin.workflowRuns.title'), url: `${HERE}?workflow=${run.workflow}` }],
    body: html`<p>${stateOf(req, run)}</p>${run.error?.hint && html`<p class="text-secondary">${run.error.hint}</p>`}${stepTable(req, steps, run)}<h2 class="h3">${t('admin.workflowRuns.variables')}</h2><pre class="card card-body text-break">${JSON.stringify(run.variables, null, 2)}</pre>`,
  };
}

/** @param {Request} req @param {readonly ListedStep[]} steps @param {Pick<ListedWorkflowRun, 'document'>} run */
export function stepTable(req, steps, run) {
  const { t, formats } = req.ctx;
  const { table, badge } = partsFor(req);
  const outcome = (/** @type {ListedStep} */ { output, error, by, undo }) =>
    html`${error?.message}${output && html`<code class="text-break">${JSON.stringify(output)}</code>`}${by && html` <span class="text-secondary">${by}</span>`}${undo === 'done' && html` ${badge(t('admin.workflowRuns.undone'), 'warning')}`}`;
  return table(
    t('admin.workflowRuns.steps'),
    [
      {
        label: t('admin.workflowRuns.step'),
        cell: ({ step, path, item }) =>
          html`${run.document && stepLabel(run.document, path, step)}${item && html` <span class="text-secondary small">#${item}</span>`}`,
      },
      {
        ...{ label: t('admin.workflowRuns.state'), folds: true },
        cell: ({ state, attempt }) =>
          html`${badge(t(`admin.workflowRuns.step.${state}`), STYLES[state] ?? 'secondary')}${attempt > 1 && html` <span class="small text-secondary">${t('admin.workflowRuns.attempt', { count: attempt })}</span>`}`,
      },
      { ...{ label: t('admin.workflowRuns.outcome'), folds: true, class: 'text-break small' }, cell: outcome },
      {
        ...{ label: t('admin.workflowRuns.when'), folds: true, class: 'text-nowrap small text-secondary' },
        cell: ({ startedAt, ms }) =>
          html`${formats.dateTime(startedAt)}${ms !== null && html`, ${t('admin.automation.ms', { ms })}`}`,
      },
    ],
    steps,
    { none: t('admin.nothingFound') },
  );
}

/** A step as its author called it. @param {object} document @param {string} path @param {string} id */
function stepLabel(document, path, id) {
  const step = path.split('/').reduce((/** @type {any} */ node, key) => node?.[key], document);
  return step?.label || id;
}
