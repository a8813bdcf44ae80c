/** @import { Values } from '@plinth/plugin' */
import { html } from '@plinth/plugin';
import { buttons, column, partsFor, routed, shows, tries } from '../../frame/index.js';
import { runErrorText } from '@plinth/server/pages';
import { createRunWords, lasted } from '../../workflow/run-words.js';
import { labelOf, runList } from './run-table.js';
import { RUN_STATES as STATES, RUNS as HERE, workflowPage, workflowUrl } from './workflows/page.js';

/** @import { ListedStep, ListedWorkflowRun } from '@plinth/data' */
/** @import { AdminPage, Outcome, Request } from '../../types.d.ts' */

/** @param {Request} req the id of the only workflow */
const onlyOf = ({ query }) => query.get('workflow');

const LIST = runList(
  {
    title: 'admin.workflowRuns.title',
    within(req, page) {
      const one = req.ctx.catalog.workflows.find(({ id }) => id === onlyOf(req));
      if (one) return workflowPage(req, { tab: 'runs', body: page.body }, one);
      return { ...page, icon: 'sitemap', crumbs: [crumb(req)] };
    },
  },
  (req) => ({ of: onlyOf(req), kind: 'workflow' }),
);

/** Runs of workflows, and one of them step by step. */
export const screen = {
  path: '/automation/workflow-runs',
  title: 'admin.workflowRuns.title',
  help: 'guide/workflows#trying-it-and-its-runs',
  first: true,
  routes: routed({
    ...LIST,
    'GET /:run': shows(showOne),
    'POST /:run/retry': tries(retry, back),
    'POST /:run/anew': tries(startAnew, back),
    'POST /:run/cancel': tries(cancel, back),
  }),
};

/** @param {Request} req */
function back(req) {
  return `${HERE}/${req.params.run}`;
}

/** From the step that failed, or from an earlier one. @param {Request} req @param {import('../../types.d.ts').Form} form @returns {Promise<Outcome>} */
async function retry(req, form) {
  const { runs } = req.ctx.app.data.workflows;
  const step = form.get('step');
  if (step) await runs.retryFrom(req.ctx.author, req.params.run, step);
  else await runs.retry(req.ctx.author, req.params.run);
  return { next: back(req), said: req.ctx.t('admin.workflowRuns.goesOn') };
}

/** With the newest steps, and the row and inputs of this run. @param {Request} req @returns {Promise<Outcome>} */
async function startAnew(req) {
  const id = await req.ctx.app.data.workflows.runs.startAnew(req.ctx.author, req.params.run);
  return { next: `${HERE}/${id}`, said: req.ctx.t('admin.workflowRuns.startedAnew') };
}

/** @param {Request} req @param {import('../../types.d.ts').Form} form @returns {Promise<Outcome>} */
async function cancel(req, form) {
  const isUndone = form.get('undo') === 'true';
  await req.ctx.app.data.workflows.runs.cancel(req.ctx.author, req.params.run, { isUndone });
  return { next: back(req), said: req.ctx.t('admin.workflowRuns.cancelled') };
}

/** @param {Request} req */
const crumb = ({ ctx: { t } }) => ({ label: t('admin.nav.automation'), url: '/admin/automation' });

/** @param {Request} req @param {Pick<ListedWorkflowRun, 'state' | 'result' | 'error'>} run @param {(step: string) => string} [nameOf] a step's name */
export function stateOf(req, { state, result, error }, nameOf = (step) => step) {
  const { t } = req.ctx;
  const said = error ? `${error.step ? `${nameOf(error.step)}: ` : ''}${runErrorText(error, t).message}` : result;
  return html`${partsFor(req).badge(t(`admin.workflowRuns.state.${state}`), STATES[state])}${said && html` <span class="small">${said}</span>`}`;
}

/** @param {Request} req @returns {Promise<AdminPage>} */
async function showOne(req) {
  const { t, app, actor } = req.ctx;
  const { post, icon } = partsFor(req);
  const { run, steps } = await app.data.workflows.runs.get(actor, req.params.run);
  const isOpen = run.doneAt === null;
  const isWaiting = run.waits.some((/** @type {ListedWorkflowRun['waits'][number]} */ one) => one.for === 'retry');
  const button = (/** @type {string} */ what, /** @type {string} */ label, more = {}) =>
    post(`${HERE}/${run.id}/${what}`, t(label), more);
  const workflow = req.ctx.catalog.workflows.find(({ id }) => id === run.of);
  const mayStart = workflow && ['failed', 'cancelled'].includes(run.state);
  const anew =
    mayStart && button('anew', 'admin.workflowRuns.startAnew', run.isOutdated ? { style: 'btn btn-primary' } : {});
  const link =
    workflow &&
    html`<a class="btn btn-sm" href="${workflowUrl(workflow.name)}">${icon('sitemap')} ${t('admin.workflowRuns.open')}</a>`;
  const actions = html`${link} ${(run.mayRetry || (isOpen && isWaiting)) && button('retry', 'admin.workflowRuns.retry')} ${isOpen && button('cancel', 'admin.workflowRuns.cancel', { confirm: t('admin.workflowRuns.cancelSure') })} ${isOpen && button('cancel', 'admin.workflowRuns.cancelUndo', { fields: { undo: 'true' }, confirm: t('admin.workflowRuns.cancelUndoSure') })} ${!run.isOutdated && anew}`;
  const document = /** @type {import('@plinth/plugin').Workflow} */ (run.document);
  return {
    title: labelOf(req, run),
    icon: 'sitemap',
    actions,
    crumbs: [crumb(req), { label: t('admin.workflowRuns.title'), url: `${HERE}?workflow=${run.of}` }],
    scripts: isOpen ? ['admin/workflow/run.js'] : [],
    body: html`<div data-adm-run="${t(`admin.workflowRuns.state.${run.state}`)}"${isOpen && html` data-adm-every="${run.state === 'running' ? 2 : 5}"`}></div>${summaryOf(req, run, document)}${outdatedNote(req, run, anew)}${stepTable(req, steps, document, restartOf(req, run, steps))}${variablesOf(req, run.variables, document)}`,
  };
}

/** What has become of it, what it waits for, and what to do. @param {Request} req @param {ListedWorkflowRun} run @param {Document} document */
function summaryOf(req, run, document) {
  const { t, formats } = req.ctx;
  const { badge } = partsFor(req);
  const { state, error, result, createdAt, doneAt, by } = run;
  const words = createRunWords(req, document);
  const took = doneAt && lasted(new Date(doneAt).getTime() - new Date(createdAt).getTime(), req);
  const facts = [t('admin.workflowRuns.startedAt', { time: formats.dateTime(createdAt) }), by?.name, took];
  const said = error && runErrorText(error, t);
  const problem =
    said &&
    html`<div class="alert alert-danger" role="alert"><div>
      <div class="fw-medium">${error.step && html`${words.name(error.step)}: `}${said.message}</div>${said.hint && html`<div>${said.hint}</div>`}
      ${run.mayRetry && !run.isOutdated && html`<div>${t('admin.workflowRuns.retryHelp')}</div>`}</div></div>`;
  const waits = run.waits
    .filter(({ for: what }) => what && what !== 'branches')
    .map(({ step: path, for: what, dueAt, ...asked }) => {
      const time = dueAt ? formats.dateTime(dueAt) : '';
      const id = stepAt(document, path)?.id ?? '';
      const who = whoOf(req, asked);
      const key = who ? 'taskOf' : what;
      return html`<li>${id && html`<strong>${words.name(id)}</strong> `}${t(`admin.workflowRuns.waits.${key}`, { time, who })}</li>`;
    });
  return html`<p>${badge(t(`admin.workflowRuns.state.${state}`), STATES[state])}${result && html` <strong>${result}</strong>`}
    <span class="text-secondary">${facts.filter(Boolean).join(' · ')}${aboutOf(req, run, document)}</span></p>${problem}${waits.length > 0 && html`<ul class="list-unstyled">${waits}</ul>`}`;
}

/** That the workflow has other steps by now, and the way to them. @param {Request} req @param {ListedWorkflowRun} run @param {unknown} anew a button, if there is one */
function outdatedNote({ ctx: { t } }, { isOutdated, mayRetry, doneAt }, anew) {
  if (!isOutdated || (doneAt !== null && !anew)) return '';
  const says = [
    t('admin.workflowRuns.outdated'),
    doneAt === null && t('admin.workflowRuns.outdatedOpen'),
    mayRetry && t('admin.workflowRuns.outdatedRetry'),
    anew && t('admin.workflowRuns.outdatedAnew'),
  ];
  return html`<div class="alert alert-warning" role="status"><div>${says.filter(Boolean).join(' ')}${anew && html`<div class="mt-2">${anew}</div>`}</div></div>`;
}

/** Who has a task. @param {Request} req @param {Pick<ListedWorkflowRun['waits'][number], 'user' | 'role'>} asked */
function whoOf({ ctx: { t, catalog } }, { user, role }) {
  return user || t(catalog.roles.find(({ id }) => id === role)?.label ?? '');
}

/** A link to the row that it is about. @param {Request} req @param {ListedWorkflowRun} run @param {Document} document */
function aboutOf({ ctx: { t, catalog } }, { key }, { table }) {
  if (!key || !table || !catalog.hasTable(table)) return '';
  const label = `${t(catalog.table(table).label)}, ${t('admin.workflowRuns.row', { row: key })}`;
  return html` · <a href="/admin/tables/${table}/data/${key}">${label}</a>`;
}

/** @typedef {import('../../workflow/run-words.js').Document & { table?: string | null }} Document */

/**
 * A button at each step that a failed run can begin again from.
 *
 * @param {Request} req @param {ListedWorkflowRun} run @param {readonly ListedStep[]} steps
 * @returns {((entry: ListedStep, name: string) => unknown) | undefined} undefined: there is none
 */
function restartOf(req, run, steps) {
  const { t } = req.ctx;
  // A step that was tried several times can be retried from its last attempt.
  const last = new Map(steps.filter(({ mayRestart }) => mayRestart).map(({ step, id }) => [step, id]));
  // There is a button for this one already.
  last.delete(run.error?.step ?? '');
  if (!run.mayRetry || last.size === 0) return undefined;
  return ({ step, id }, name) =>
    last.get(step) === id &&
    partsFor(req).post(`${HERE}/${run.id}/retry`, t('admin.workflowRuns.retryHere'), {
      fields: { step },
      says: t('admin.workflowRuns.retryHereSays', { step: name }),
      confirm: t('admin.workflowRuns.retryHereSure', { step: name }),
    });
}

/**
 * @param {Request} req @param {readonly ListedStep[]} steps @param {Document} document
 * @param {ReturnType<typeof restartOf>} [restart] what can be done at a step
 */
export function stepTable(req, steps, document, restart) {
  const { t, formats } = req.ctx;
  const { table, badge } = partsFor(req);
  const words = createRunWords(req, document);
  const outcome = (/** @type {ListedStep} */ step) => {
    const { output, error, by, undo } = step;
    const said = error && runErrorText(error, t);
    const lines = words.did(step).map((line) => html`<div>${line}</div>`);
    const raw =
      output &&
      html`<details class="small text-secondary"><summary>${t('admin.workflowRuns.raw')}</summary><pre class="text-break mb-0">${words.raw(step)}</pre></details>`;
    const other = step.kind === 'workflow' && output?.run;
    return html`${said && html`<div class="text-danger">${said.message}</div>${said.hint && html`<div>${said.hint}</div>`}`}${lines}${other && html`<div><a href="${HERE}/${other}">${t('admin.workflowRuns.otherRun')}</a></div>`}${by && html`<div class="text-secondary">${by}</div>`}${undo === 'done' && html`<div>${badge(t('admin.workflowRuns.undone'), 'pl-c-orange')}</div>`}${raw}`;
  };
  return table(
    'admin.workflowRuns.steps',
    [
      column(
        'admin.workflowRuns.step',
        ({ step, kind, item }) =>
          html`${words.name(step, kind)}${item && html` <span class="text-secondary small fw-normal">${t('admin.workflowRuns.row', { row: item })}</span>`}<div class="small text-secondary text-break fw-normal">${words.does(step)}</div>`,
      ),
      column(
        'admin.workflowRuns.state',
        ({ state, attempt, isRepeated }) =>
          html`${badge(t(`admin.workflowRuns.step.${state}`), STATES[state] ?? 'pl-c-grey')}${attempt > 1 && html` <span class="small text-secondary">${t('admin.workflowRuns.attempt', { count: attempt })}</span>`}${isRepeated && html` ${badge(t('admin.workflowRuns.repeated'), 'pl-c-grey')}`}`,
      ),
      column('admin.workflowRuns.outcome', outcome, 'text-break small'),
      column(
        'admin.workflowRuns.when',
        ({ startedAt, ms }) => html`${formats.dateTime(startedAt)}${ms !== null && html`, ${lasted(ms, req)}`}`,
        'text-nowrap small text-secondary',
      ),
      ...(restart ? [buttons((/** @type {ListedStep} */ one) => restart(one, words.name(one.step, one.kind)))] : []),
    ],
    steps,
    { none: 'admin.nothingFound' },
  );
}

/** Values of the variables, readable. @param {Request} req @param {Record<string, unknown>} variables @param {Document} document */
export function variablesOf(req, variables, document) {
  const { t } = req.ctx;
  const { table } = partsFor(req);
  const words = createRunWords(req, document);
  const all = Object.entries(variables);
  if (all.length === 0) return '';
  const list = table(
    'admin.workflowRuns.variables',
    [
      column('admin.workflowRuns.variable', ([name]) => words.variable(name)),
      column('admin.workflow.type', ([name]) => words.type(name)),
      column('admin.workflowRuns.value', ([name, value]) => words.value(name, value), 'text-break'),
    ],
    all,
  );
  return html`<h2 class="h3">${t('admin.workflowRuns.variables')}</h2>${list}`;
}

/** @param {object} document @param {string} path */
const stepAt = (document, path) => path.split('/').reduce((/** @type {Values} */ node, key) => node?.[key], document);
