/** @import { Workflow } from '@plinth/plugin' */
/** @import { AdminPage, Request } from '../../../types.d.ts' */

export const WORKFLOWS = '/admin/automation/workflows';
export const RUNS = '/admin/automation/workflow-runs';
/** How the state of a run looks. @type {Readonly<Record<string, string>>} */
export const RUN_STATES = Object.freeze({
  running: 'pl-c-blue',
  waiting: 'pl-c-amber',
  done: 'pl-c-green',
  failed: 'pl-c-red',
  cancelled: 'pl-c-grey',
});

/** @param {string} name @param {string[]} steps */
export const workflowUrl = (name, ...steps) => [WORKFLOWS, ...[name, ...steps].map(encodeURIComponent)].join('/');

/** The workflow in an address, by name or id. @param {Request} req @returns {Workflow} @throws {AppError} WORKFLOW_NOT_FOUND */
export function workflowOf({ ctx: { catalog }, params }) {
  const wanted = params.workflow;
  return catalog.workflows.find(({ id }) => id === wanted) ?? catalog.workflow(wanted);
}

/** A screen of one workflow: its heading and tabs. @param {Request} req @param {Omit<AdminPage, 'title'> & { tab: string, title?: string }} page @param {Workflow} [workflow] @returns {AdminPage} */
export function workflowPage(req, { tab, ...page }, workflow = workflowOf(req)) {
  const { t } = req.ctx;
  const { id, name, label } = workflow;
  return {
    icon: 'sitemap',
    title: label,
    ...page,
    crumbs: [{ label: t('admin.nav.automation'), url: '/admin/automation' }],
    tabs: [
      { label: t('admin.workflow.steps'), url: workflowUrl(name), active: tab === 'steps' },
      { label: t('admin.workflow.settings'), url: workflowUrl(name, 'settings'), active: tab === 'settings' },
      { label: t('admin.workflow.runs'), url: `${RUNS}?workflow=${id}`, active: tab === 'runs' },
      { label: t('admin.workflow.test'), url: workflowUrl(name, 'test'), active: tab === 'test' },
    ],
  };
}
