import { everyStep, html } from '@plinth/plugin';
import { column, partsFor } from '../../../frame/index.js';
import { onOff } from '../trigger-words.js';
import { RUN_STATES, RUNS, WORKFLOWS, workflowUrl } from './page.js';

/** @import { WorkflowState } from '@plinth/data' */
/** @import { Workflow } from '@plinth/plugin' */
/** @import { Request } from '../../../types.d.ts' */

/** The workflows below the triggers, and the way to a new one. @param {Request} req @param {Map<string, WorkflowState>} states */
export function workflowPart(req, states) {
  const { t, catalog } = req.ctx;
  const { icon, empty } = partsFor(req);
  const { workflows } = catalog;
  const look = workflows.length > 0 ? 'btn' : 'btn btn-primary';
  const add = html`<a class="${look}" href="${WORKFLOWS}/~new">${icon('plus')} ${t('admin.workflow.new')}</a>`;
  const none = html`<div class="card">${empty('sitemap', t('admin.workflow.empty'), html`${t('admin.workflow.emptyHelp')}<br><span class="d-inline-block mt-3">${add}</span>`)}</div>`;
  return html`<div class="d-flex flex-wrap align-items-center justify-content-between gap-2 mt-4 mb-2"><h2 class="h3 mb-0 d-flex align-items-center gap-2" id="workflows">${icon('sitemap')} ${t('admin.workflow.many')}</h2>
    <div class="btn-list"><a class="btn btn-ghost-secondary" href="${RUNS}">${icon('history')} ${t('admin.workflowRuns.title')}</a>${workflows.length > 0 && add}</div></div>${workflows.length > 0 ? workflowTable(req, workflows, states) : none}`;
}

/** Workflows with their state, a line each. @param {Request} req @param {readonly Workflow[]} workflows @param {Map<string, WorkflowState>} states */
export function workflowTable(req, workflows, states) {
  const { t, app, catalog } = req.ctx;
  const { table } = partsFor(req);
  const count = (/** @type {Workflow} */ { steps }) => [...everyStep(steps, app.registry)].length;
  return table(
    'admin.workflow.many',
    [
      column(
        'admin.workflow.label',
        (/** @type {Workflow} */ { name, label, description }) =>
          html`<a href="${workflowUrl(name)}">${label}</a>${description && html`<div class="small text-secondary fw-normal">${description}</div>`}`,
      ),
      column(
        'admin.workflow.table',
        (one) => {
          const { table: name } = one;
          const label = name && catalog.hasTable(name) ? t(catalog.table(name).label) : (name ?? '');
          return html`${label && html`<div>${label}</div>`}<div class="small">${t('admin.workflow.stepsInside', { count: count(one) })}</div>`;
        },
        'text-secondary',
      ),
      column('admin.automation.lastRun', ({ id }) => stateCell(req, id, states.get(id)), 'text-nowrap'),
      onOff(req, (/** @type {Workflow} */ { name }) => workflowUrl(name, 'enabled')),
    ],
    workflows,
    { style: 'mb-4 adm-named' },
  );
}

/** The last run, and how many failed since one went well. @param {Request} req @param {string} id @param {WorkflowState | undefined} state */
function stateCell(req, id, state) {
  const { t, formats } = req.ctx;
  if (!state?.last) return html`<span class="text-secondary">${t('admin.automation.never')}</span>`;
  const { last, failures, open } = state;
  const notes = [
    failures > 0 &&
      html`<a href="${RUNS}?${new URLSearchParams({ workflow: id, state: 'failed' })}">${t('admin.automation.failures', { count: failures })}</a>`,
    open > 1 && t('admin.workflowRuns.openRuns', { count: open }),
  ].filter(Boolean);
  return html`${partsFor(req).badge(t(`admin.workflowRuns.state.${last.state}`), RUN_STATES[last.state])} <a class="text-secondary" href="${RUNS}/${last.id}">${formats.relative(last.createdAt)}</a>${notes.map(
    (note) => html`<div class="small text-secondary">${note}</div>`,
  )}`;
}
