import { everyStep, html } from '@plinth/plugin';
import { partsFor } from '../../../frame/index.js';
import { RUNS, WORKFLOWS, workflowUrl } from './page.js';

/** @import { Workflow } from '@plinth/plugin' */
/** @import { Request } from '../../../types.d.ts' */

/** The workflows below the triggers, and the way to a new one. @param {Request} req */
export function workflowPart(req) {
  const { t, catalog } = req.ctx;
  const { icon, empty } = partsFor(req);
  const { workflows } = catalog;
  const look = workflows.length > 0 ? 'btn' : 'btn btn-primary';
  const add = html`<a class="${look}" href="${WORKFLOWS}/~new">${icon('plus')} ${t('admin.workflow.new')}</a>`;
  const none = html`<div class="card">${empty('sitemap', t('admin.workflow.empty'), html`${t('admin.workflow.emptyHelp')}<br><span class="d-inline-block mt-3">${add}</span>`)}</div>`;
  return html`<div class="d-flex align-items-center justify-content-between mt-4 mb-2"><h2 class="h3 mb-0" id="workflows">${t('admin.workflow.many')}</h2>
    <div class="btn-list"><a class="btn btn-ghost-secondary" href="${RUNS}">${icon('history')} ${t('admin.workflowRuns.title')}</a>${workflows.length > 0 && add}</div></div>${workflows.length > 0 ? workflowTable(req, workflows) : none}`;
}

/** @param {Request} req @param {readonly Workflow[]} workflows */
function workflowTable(req, workflows) {
  const { t, app, catalog } = req.ctx;
  const { table, badge, post } = partsFor(req);
  const count = (/** @type {Workflow} */ { steps }) => [...everyStep(steps, app.registry)].length;
  return table(
    t('admin.workflow.many'),
    [
      {
        label: t('admin.workflow.label'),
        cell: (/** @type {Workflow} */ { name, label, description }) =>
          html`<a href="${workflowUrl(name)}">${label}</a>${description && html`<div class="small text-secondary fw-normal">${description}</div>`}`,
      },
      {
        ...{ label: t('admin.workflow.table'), folds: true, class: 'text-secondary' },
        cell: ({ table: name }) => (name && catalog.hasTable(name) ? t(catalog.table(name).label) : (name ?? '–')),
      },
      {
        ...{ label: t('admin.workflow.steps'), folds: true, class: 'text-secondary' },
        cell: (one) => t('admin.workflow.stepsInside', { count: count(one) }),
      },
      {
        ...{ label: t('admin.automation.onOff'), folds: true, class: 'text-nowrap' },
        cell: ({ name, label, enabled }) =>
          html`<div class="d-flex align-items-center gap-2">${badge(
            t(enabled ? 'admin.automation.on' : 'admin.automation.off'),
            enabled ? 'bg-success-lt' : '',
          )}${post(workflowUrl(name, 'enabled'), t(enabled ? 'admin.automation.turnOff' : 'admin.automation.turnOn'), {
            ...{ name: 'enabled', value: String(!enabled), style: 'btn btn-sm' },
            says: t(enabled ? 'admin.automation.turnOffNamed' : 'admin.automation.turnOnNamed', { name: label }),
          })}</div>`,
      },
    ],
    workflows,
  );
}
