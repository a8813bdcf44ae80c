import { html } from '@plinth/plugin';
import { partsFor, routed, saves, shows } from '../../../frame/index.js';
import { ROW_SEARCH } from '../../../objects/rows-to-try.js';
import { RUNS, workflowOf, workflowPage, workflowUrl } from './page.js';
import { atVariables, startSettings, typedInputs } from './start-controls.js';

/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../../types.d.ts' */

/** Starts a workflow by hand, with a row and inputs. */
export const screen = {
  path: '/automation/workflows',
  title: 'admin.workflow.run',
  first: true,
  routes: routed({ 'GET /:workflow/start': shows(show), 'POST /:workflow/start': saves(start, show) }),
};

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t } = req.ctx;
  const { form } = partsFor(req);
  const workflow = workflowOf(req);
  const body = html`<p class="text-secondary">${t('admin.workflow.runHelp')}</p>${form({
    action: workflowUrl(workflow.name, 'start'),
    submit: t('admin.workflow.run'),
    class: 'card adm-form mb-4',
    cancel: workflowUrl(workflow.name),
    schema: await startSettings(req, workflow, tried.form),
    tried: atVariables(tried),
  })}`;
  return workflowPage(req, {
    tab: '',
    title: t('admin.workflow.runNamed', { name: workflow.label }),
    body,
    errors: tried.errors,
    scripts: [ROW_SEARCH],
  });
}

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function start(req, form) {
  const { app, author, timeZone, t } = req.ctx;
  const workflow = workflowOf(req);
  const id = await app.data.workflows.startTyped(author, {
    workflow: workflow.name,
    row: form.get('row'),
    timeZone,
    typed: typedInputs(workflow, form),
  });
  return { next: `${RUNS}/${id}`, said: t('admin.workflowRuns.startedAnew') };
}
