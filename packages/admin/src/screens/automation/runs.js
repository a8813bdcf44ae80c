import { routed, tries } from '../../frame/index.js';
import { ALL_RUNS, runList } from './run-table.js';
import { triggerOf, triggerPage } from './trigger.js';
import { triggerUrl } from './trigger-words.js';
import { RUNS } from './workflows/page.js';

/** @import { Form, Outcome, Request } from '../../types.d.ts' */

const ALL = runList({
  at: '/runs',
  within({ ctx: { t } }, page) {
    const crumbs = [{ label: t('admin.nav.automation'), url: '/admin/automation' }];
    return { ...page, icon: 'history', crumbs };
  },
});
const OF_TRIGGER = runList(
  { at: '/:trigger/runs', within: (req, { body }) => triggerPage(req, { tab: 'runs', body }) },
  (req) => ({ of: triggerOf(req).id, kind: 'trigger' }),
);

/** What became of each start of a trigger or workflow: all of them, and those of one trigger. */
export const screen = {
  path: '/automation',
  title: 'admin.automation.runs',
  first: true,
  routes: routed({
    ...ALL,
    'POST /runs/:run/retry': tries(retry, () => ALL_RUNS),
    'POST /runs/:run/cancel': tries(cancel, () => ALL_RUNS),
    ...OF_TRIGGER,
  }),
};

/** The list in which the button was pressed. @param {Form} form */
function listOf(form) {
  const [trigger, workflow] = ['trigger', 'workflow'].map((name) => form.get(name));
  if (trigger) return triggerUrl(encodeURIComponent(trigger), 'runs');
  return workflow ? `${RUNS}?${new URLSearchParams({ workflow })}` : ALL_RUNS;
}

/** From the step that failed. @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function retry({ ctx: { app, author, t }, params }, form) {
  await app.data.runs.retry(author, params.run);
  return { next: listOf(form), said: t('admin.automation.startedAgain') };
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function cancel({ ctx: { app, author, t }, params }, form) {
  await app.data.runs.cancel(author, params.run);
  return { next: listOf(form), said: t('admin.workflowRuns.cancelled') };
}
