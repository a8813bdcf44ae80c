import { everyStep, html, say } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';
import { noErrors, partsFor, routed, saves, shows } from '../../../frame/index.js';
import { heldWords } from '../../../workflow/held-words.js';
import { createRunWords } from '../../../workflow/run-words.js';
import { ROW_SEARCH } from '../../../objects/rows-to-try.js';
import { stateOf, stepTable, variablesOf } from '../workflow-runs.js';
import { workflowOf, workflowPage, workflowUrl } from './page.js';
import { atVariables, startSettings, typedInputs } from './start-controls.js';

/** @import { ListedStep } from '@plinth/data' */
/** @import { SettingsSchema, Workflow, Row, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../../types.d.ts' */

/**
 * @typedef {{ state: string, result: string | null, error: any, variables: Record<string, unknown>, steps: ListedStep[],
 *   held: import('@plinth/plugin').WorkflowTrial['held'] }} Trial
 */

/** Tries a workflow with a row, inputs and answers; nothing of what it does remains. */
export const screen = {
  path: '/automation/workflows',
  title: 'admin.workflow.test',
  first: true,
  routes: routed({ 'GET /:workflow/test': shows(show), 'POST /:workflow/test': saves(run, show) }),
};

/** @param {Request} req @param {Tried} tried @returns {Promise<AdminPage>} */
async function show(req, tried) {
  const { t } = req.ctx;
  const { form } = partsFor(req);
  const workflow = workflowOf(req);
  const body = html`<p class="text-secondary">${t('admin.workflow.testHelp')}</p>${form({
    action: workflowUrl(workflow.name, 'test'),
    submit: t('admin.workflow.testStart'),
    class: 'card adm-form mb-4',
    schema: await schemaOf(req, workflow, tried.form),
    tried: atVariables(tried),
  })}${tried.trial && resultOf(req, workflow, tried.trial)}`;
  return workflowPage(req, { tab: 'test', body, errors: tried.errors, scripts: [ROW_SEARCH] });
}

/** @param {Request} req @param {Workflow} workflow @param {Form | null} form @returns {Promise<SettingsSchema>} */
async function schemaOf(req, workflow, form) {
  const { t } = req.ctx;
  const tasks = tasksOf(req, workflow).map(({ id, label, title, outcomes }) => {
    const options = outcomes.map((/** @type {Values} */ one) => ({ value: one.name, label: say(one.label, t) }));
    const asks = t('admin.workflow.testAnswer', { task: label || title || id });
    return select(`o.${id}`, asks, options, { required: true, default: outcomes[0]?.name });
  });
  return [...(await startSettings(req, workflow, form)), ...tasks];
}

/** @param {Request} req @param {Workflow} workflow @returns {Row[]} */
const tasksOf = ({ ctx: { app } }, { steps, onError }) =>
  [...everyStep([...steps, ...onError], app.registry)].filter(({ kind }) => kind === 'task');

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function run(req, form) {
  const { app, author, timeZone } = req.ctx;
  const workflow = workflowOf(req);
  const answers = tasksOf(req, workflow).map(({ id }) => [id, form.get(`o.${id}`)]);
  const trial = await app.data.workflows.test(author, {
    workflow: workflow.name,
    row: form.get('row'),
    timeZone,
    typed: typedInputs(workflow, form),
    outcomes: Object.fromEntries(answers.filter(([, outcome]) => outcome)),
  });
  return show(req, { form, errors: noErrors(), trial });
}

/** @param {Request} req @param {Workflow} workflow @param {Trial} trial */
function resultOf(req, workflow, { state, result, error, steps, held, variables }) {
  const { t } = req.ctx;
  const { list } = partsFor(req);
  const kept = held.map(
    ({ step, what, to, subject, ...one }) => html`<li class="list-group-item"><div class="d-flex flex-wrap gap-2">
      <strong>${stepName(req, workflow, step)}</strong><span class="text-secondary">${nameOf(req, what)}${to && html` · ${t('admin.workflow.testTo', { to })}`}</span></div>
      ${subject && html`<div class="text-break">${subject}</div>`}${heldWords(req, { step, what, ...one }).map((line) => html`<div class="text-secondary text-break small adm-held">${line}</div>`)}</li>`,
  );
  return html`<section aria-labelledby="trial"><h2 class="h3" id="trial">${t('admin.workflow.testResult')}</h2>
    <p role="status">${stateOf(req, { state: /** @type {any} */ (state), result, error }, (id) => stepName(req, workflow, id))}</p>
    ${stepTable(req, steps, workflow)}
    <h2 class="h3">${t('admin.workflow.testHeld')}</h2>
    <p class="text-secondary">${t(held.length > 0 ? 'admin.workflow.testHeldHelp' : 'admin.workflow.testNone')}</p>
    ${held.length > 0 && list(kept, 'mb-4')}
    ${variablesOf(req, variables, workflow)}</section>`;
}

/** @param {Request} req @param {Workflow} workflow @param {string} id */
const stepName = (req, workflow, id) => createRunWords(req, workflow).name(id);

/** What was held back, as its action or step is called. @param {Request} req @param {string} what */
function nameOf({ ctx: { app, t } }, what) {
  for (const kind of /** @type {const} */ (['action', 'workflowStep']))
    if (app.registry.has(kind, what)) return t(app.registry.all(kind).find(({ name }) => name === what)?.label ?? what);
  return what;
}
