import { AppError, everyStep, html, say } from '@plinth/plugin';
import { parseJson } from '../../../../body/json-body.js';
import { inputs, partsFor, routed, saves, shows } from '../../../frame/index.js';
import { newestRows } from '../newest-rows.js';
import { stateOf, stepTable } from '../workflow-runs.js';
import { workflowOf, workflowPage, workflowUrl } from './page.js';

/** @import { ListedStep } from '@plinth/data' */
/** @import { Workflow } from '@plinth/plugin' */
/** @import { AdminPage, Form, Outcome, Request, Tried } from '../../../types.d.ts' */

/**
 * @typedef {{ state: string, result: string | null, error: any, variables: Record<string, unknown>, steps: ListedStep[],
 *   held: { step: string, what: string, to?: string, subject?: string, text?: string }[] }} Trial
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
    ...{
      action: workflowUrl(workflow.name, 'test'),
      submit: t('admin.workflow.testStart'),
      class: 'card adm-form mb-4',
    },
    controls: inputs(req, tried, await controlsOf(req, workflow)),
  })}${tried.trial && resultOf(req, workflow, tried.trial)}`;
  return workflowPage(req, { tab: 'test', body, errors: tried.errors });
}

/** @param {Request} req @param {Workflow} workflow @returns {Promise<any[]>} */
async function controlsOf(req, workflow) {
  const { t } = req.ctx;
  const rows = await newestRows(req, workflow.table);
  const yesOrNo = [
    { value: '', label: t('admin.workflow.testFirst') },
    ...['true', 'false'].map((value) => ({ value, label: t(value === 'true' ? 'admin.yes' : 'admin.no') })),
  ];
  return [
    workflow.table && { name: 'row', label: 'admin.workflow.testRow', type: 'select', options: rows, value: '' },
    ...inputsOf(workflow).map(({ name, label, type }) => ({
      ...{ name: `v.${name}`, label: label || name, value: '', help: 'admin.workflow.testDefault' },
      ...(type === 'bool' && { type: 'select', options: yesOrNo, help: undefined }),
      ...(type === 'json' && { type: 'textarea' }),
      ...(type === 'date' && { type: 'date' }),
    })),
    ...tasksOf(req, workflow).map(({ id, label, title, outcomes }) => ({
      ...{ name: `o.${id}`, label: t('admin.workflow.testAnswer', { task: label || title || id }), type: 'select' },
      options: outcomes.map((/** @type {any} */ one) => ({ value: one.name, label: say(one.label, t) })),
      value: outcomes[0]?.name,
    })),
  ];
}

/** @param {Workflow} workflow */
const inputsOf = ({ variables }) => variables.filter(({ isInput }) => isInput);

/** @param {Request} req @param {Workflow} workflow @returns {any[]} */
const tasksOf = ({ ctx: { app } }, { steps, onError }) =>
  [...everyStep([...steps, ...onError], app.registry)].filter(({ kind }) => kind === 'task');

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function run(req, form) {
  const { app, author } = req.ctx;
  const workflow = workflowOf(req);
  const { name } = workflow;
  const given = inputsOf(workflow).filter((one) => form.get(`v.${one.name}`));
  const answers = tasksOf(req, workflow).map(({ id }) => [id, form.get(`o.${id}`)]);
  const trial = await app.data.workflows.test(author, {
    ...{ workflow: name, row: form.get('row') },
    inputs: Object.fromEntries(given.map((one) => [one.name, valueOf(one, form.get(`v.${one.name}`) ?? '')])),
    outcomes: Object.fromEntries(answers.filter(([, outcome]) => outcome)),
  });
  return show(req, { form, errors: { status: 200, message: '', hint: undefined, fields: {}, code: '' }, trial });
}

/** @param {{ name: string, type: string }} variable @param {string} text */
function valueOf({ name, type }, text) {
  if (type === 'number') return Number(text);
  if (type !== 'json') return text;
  try {
    return parseJson(text);
  } catch {
    const fields = { [`v.${name}`]: 'This is not JSON' };
    throw new AppError('INPUT_INVALID', 'This is not JSON', { status: 422, details: { fields } });
  }
}

/** @param {Request} req @param {Workflow} workflow @param {Trial} trial */
function resultOf(req, workflow, { state, result, error, steps, held, variables }) {
  const { t } = req.ctx;
  const { list } = partsFor(req);
  const kept = held.map(
    ({ step, what, to, subject, text }) => html`<li class="list-group-item"><div class="d-flex flex-wrap gap-2">
      <strong>${stepName(req, workflow, step)}</strong><span class="text-secondary">${nameOf(req, what)}${to && html` · ${t('admin.workflow.testTo', { to })}`}</span></div>
      ${subject && html`<div class="text-break">${subject}</div>`}${text && html`<div class="text-secondary text-break small adm-held">${text}</div>`}</li>`,
  );
  return html`<section aria-labelledby="trial"><h2 class="h3" id="trial">${t('admin.workflow.testResult')}</h2>
    <p role="status">${stateOf(req, { state: /** @type {any} */ (state), result, error })}</p>
    ${stepTable(req, steps, { document: workflow })}
    <h2 class="h3">${t('admin.workflow.testHeld')}</h2>
    <p class="text-secondary">${t(held.length > 0 ? 'admin.workflow.testHeldHelp' : 'admin.workflow.testNone')}</p>
    ${held.length > 0 && list(kept, 'mb-4')}
    <h2 class="h3">${t('admin.workflowRuns.variables')}</h2><pre class="card card-body text-break">${JSON.stringify(variables, null, 2)}</pre></section>`;
}

/** @param {Request} req @param {Workflow} workflow @param {string} id */
function stepName({ ctx: { app } }, { steps, onError }, id) {
  const step = [...everyStep([...steps, ...onError], app.registry)].find((one) => one.id === id);
  return step?.label || id;
}

/** What was held back, as its action or step is called. @param {Request} req @param {string} what */
function nameOf({ ctx: { app, t } }, what) {
  for (const kind of /** @type {const} */ (['action', 'workflowStep']))
    if (app.registry.has(kind, what)) return t(app.registry.all(kind).find(({ name }) => name === what)?.label ?? what);
  return what;
}
