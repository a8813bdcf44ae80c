/** @import { Values } from '@plinth/plugin' */
/** @import { Tool, ToolContext } from '../types.d.ts' */
import { isUnlimited } from '@plinth/data';
import { bodySchema } from '../../rest/describe/function-paths.js';
import { functionNotFound } from '../../functions/function-routes.js';

/** A workflow, a trigger or a function can do more than the tables of a limited token allow. @param {ToolContext} context */
const isWhole = ({ actor }) => !actor.scope;
/** Runs and tasks belong to a person. @param {ToolContext} context */
const isPerson = (context) => isWhole(context) && context.actor.userId !== null;

/** Functions that answer over HTTP, and whose roles the caller has. @param {ToolContext} context */
const functionsOf = ({ app, catalog, actor }) =>
  catalog.functions.filter((fn) => fn.methods.length > 0 && app.data.functions.mayCall(fn, actor));

const NAMED = { type: 'string', description: 'Its name, from list_automation' };
const RUN = { type: 'string', description: 'ID of the run, from start_workflow' };
const TASK = { type: 'string', description: 'ID of the task, from list_tasks' };

/** @type {Tool} */
export const listAutomation = {
  name: 'list_automation',
  title: 'List workflows, triggers and functions',
  description:
    'Lists the workflows that you can start, and the triggers and functions that you can call, with their inputs. ' +
    'Admins also see the triggers that start by themselves: mayCall is false.',
  annotations: { readOnlyHint: true },
  input: () => ({ properties: {} }),
  isOffered: isWhole,
  async run(context) {
    const { app, actor } = context;
    const told = (/** @type {Values} */ { name, label, description }) => ({ name, label, description });
    return {
      workflows: app.data.workflows.byRequest.startable(actor).map((/** @type {Values} */ one) => ({
        ...told(one),
        table: one.table,
        inputs: one.variables
          .filter((/** @type {Values} */ { isInput }) => isInput)
          .map((/** @type {Values} */ { name, label, type }) => ({ name, label, type })),
      })),
      triggers: triggersOf(context),
      functions: functionsOf(context).map((fn) => ({ ...told(fn), input: bodySchema(fn.params) })),
    };
  },
};

/** Admins see those that start by themselves, too. @param {ToolContext} context */
function triggersOf({ app, actor, catalog }) {
  /** @type {Values[]} */
  const callable = app.data.automation.calls.callable(actor);
  const told = (/** @type {Values} */ { name, label, description }) => ({ name, label, description });
  const called = callable.map((one) => ({
    ...told(one),
    mayCall: true,
    input: bodySchema(one.options.inputs ?? []),
  }));
  if (!isUnlimited(actor)) return called;
  const others = catalog.triggers.filter(({ id }) => !callable.some((one) => one.id === id));
  return [
    ...called,
    ...others.map((one) => {
      const { source, table, events, enabled } = one;
      return { ...told(one), mayCall: false, startsBy: source, table, events, enabled };
    }),
  ];
}

/** @type {Tool} */
export const startWorkflow = {
  name: 'start_workflow',
  title: 'Start a workflow',
  description: 'Starts a workflow. The run goes on by itself; get_workflow_run says how far it is.',
  annotations: { readOnlyHint: false },
  input: () => ({
    properties: {
      workflow: NAMED,
      row: { type: ['string', 'integer'], description: 'ID of the row that it is about, if it is about one' },
      inputs: { type: 'object', description: 'Values of its inputs by name' },
    },
    required: ['workflow'],
  }),
  isOffered: isPerson,
  async run({ app, actor }, { workflow, row = null, inputs = {} }) {
    const { byRequest } = app.data.workflows;
    return byRequest.get(actor, await byRequest.start(actor, { workflow, row, inputs }));
  },
};

/** @type {Tool} */
export const getWorkflowRun = {
  name: 'get_workflow_run',
  title: 'Look at a run of a workflow',
  description: 'Returns the state and the result of a run that you have started.',
  annotations: { readOnlyHint: true },
  input: () => ({ properties: { run: RUN }, required: ['run'] }),
  isOffered: isPerson,
  run: ({ app, actor }, { run }) => app.data.workflows.byRequest.get(actor, run),
};

/** @type {Tool} */
export const callTrigger = {
  name: 'call_trigger',
  title: 'Call a trigger',
  description: 'Runs the steps of a trigger that programs can call, and returns what became of them.',
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: () => ({
    properties: {
      trigger: NAMED,
      input: { type: 'object', description: 'Its input, as list_automation describes it' },
    },
    required: ['trigger'],
  }),
  isOffered: isWhole,
  async run({ app, actor }, { trigger: name, input = {} }) {
    const { calls } = app.data.automation;
    const trigger = calls.find(actor, name);
    const run = await calls.start(actor, trigger, input);
    if (trigger.options.answer === 'now') return { run, state: 'waiting', message: null };
    const { state, message } = await calls.ended(run);
    return { run, state, message };
  },
};

/** @type {Tool} */
export const callFunction = {
  name: 'call_function',
  title: 'Call a function',
  description: 'Runs a function of the site and returns its result.',
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: () => ({
    properties: {
      function: NAMED,
      input: { type: 'object', description: 'Its input, as list_automation describes it' },
    },
    required: ['function'],
  }),
  isOffered: isWhole,
  async run(context, { function: name, input = {} }) {
    const fn = functionsOf(context).find((one) => one.name === name);
    if (!fn) throw functionNotFound(name);
    const { text, isAnswer } = await context.app.data.functions.run(context.actor, name, input);
    const value = JSON.parse(text);
    return { result: (isAnswer ? value.body : value) ?? null };
  },
};

/** @type {Tool} */
export const listTasks = {
  name: 'list_tasks',
  title: 'List your tasks',
  description: 'Lists what workflows ask you to decide, with the possible answers and the fields to fill in.',
  annotations: { readOnlyHint: true },
  input: () => ({
    properties: { state: { type: 'string', enum: ['open', 'done'], description: 'open by default' } },
  }),
  isOffered: isPerson,
  async run({ app, actor }, { state = 'open' }) {
    const { tasks, next } = await app.data.workflows.tasks.list(actor, { state });
    return { tasks: tasks.map(taskOf), more: next !== null };
  },
};

/** @type {Tool} */
export const answerTask = {
  name: 'answer_task',
  title: 'Answer a task',
  description: 'Decides one of your tasks. The workflow then goes on.',
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: () => ({
    properties: {
      task: TASK,
      outcome: { type: 'string', description: 'Name of one of its outcomes' },
      comment: { type: 'string', description: 'Some outcomes require one' },
      values: { type: 'object', description: 'Values of its fields by name' },
    },
    required: ['task', 'outcome'],
  }),
  isOffered: isPerson,
  async run({ app, actor, req }, { task, outcome, comment = '', values = {} }) {
    const { tasks } = app.data.workflows;
    await tasks.decide(actor, task, { outcome, comment, values, timeZone: req.ctx.timeZone });
    return taskOf(await tasks.get(actor, task));
  },
};

/** @param {any} task */
function taskOf({ id, title, text, state, outcomes, form, dueAt, outcome }) {
  return { id, title, text, state, outcomes, fields: form, dueAt, outcome: outcome ?? null };
}
