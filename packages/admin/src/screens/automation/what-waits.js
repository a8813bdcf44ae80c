import { html } from '@plinth/plugin';
import { partsFor } from '../../frame/index.js';
import { ALL_RUNS } from './run-table.js';
import { isFailing } from './trigger-words.js';
import { RUNS } from './workflows/page.js';

/** @import { TriggerState, WorkflowState } from '@plinth/data' */
/** @import { Request } from '../../types.d.ts' */

const MINUTE_S = 60;

/**
 * What fails and what waits at the moment, with the way there.
 *
 * @param {Request} req @param {Map<string, TriggerState>} states of triggers
 * @param {Map<string, WorkflowState>} workflows
 */
export async function whatWaits(req, states, workflows) {
  const { t, app } = req.ctx;
  const { icon, badge } = partsFor(req);
  const queues = await app.data.queues();
  const failing = [...states.values()].filter(isFailing).length;
  const failingWorkflows = [...workflows.values()].filter(({ failures }) => failures > 0).length;
  const { triggersWaiting, triggersFailed, workflowsWaiting, workflowsFailed, mailsWaiting } = queues;
  const late = Math.floor(Math.max(queues.triggerDelay, queues.mailDelay) / MINUTE_S);
  const said = [
    failing > 0 &&
      link(
        '/admin/automation?state=failing',
        badge(t('admin.automation.nowFailing', { count: failing }), 'bg-danger-lt'),
      ),
    failingWorkflows > 0 &&
      link('#workflows', badge(t('admin.automation.nowFailingWorkflows', { count: failingWorkflows }), 'bg-danger-lt')),
    workflowsFailed > 0 &&
      link(`${RUNS}?state=failed`, badge(t('admin.automation.nowFailedWorkflows', { count: workflowsFailed }))),
    triggersFailed > 0 &&
      link(`${ALL_RUNS}?kind=trigger&state=failed`, badge(t('admin.automation.nowFailed', { count: triggersFailed }))),
    triggersWaiting > 0 &&
      link(
        `${ALL_RUNS}?kind=trigger&state=waiting`,
        badge(t('admin.automation.nowWaiting', { count: triggersWaiting }), 'bg-warning-lt'),
      ),
    late > 0 && badge(t('admin.automation.nowLate', { count: late }), 'bg-warning-lt'),
    workflowsWaiting > 0 && link(RUNS, badge(t('admin.automation.nowWorkflows', { count: workflowsWaiting }))),
    mailsWaiting > 0 && link('/admin/outbox', badge(t('admin.automation.nowMails', { count: mailsWaiting }))),
  ].filter(Boolean);
  return html`<div class="d-flex flex-wrap align-items-center gap-2 mb-3" data-adm-now>${
    said.length > 0
      ? said
      : html`<span class="text-secondary">${icon('check')} ${t('admin.automation.nowNothing')}</span>`
  }</div>`;
}

/** @param {string} url @param {unknown} text */
const link = (url, text) => html`<a class="text-decoration-none" href="${url}">${text}</a>`;
