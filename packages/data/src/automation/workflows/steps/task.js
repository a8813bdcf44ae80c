import { AppError, defineWorkflowStep, phrase } from '@plinth/plugin';
import { boolean, expression, field, fieldPath, list, markdown, minutes, select, steps } from '@plinth/plugin/settings';

/** @import { Message, SettingsSchema, WorkflowOutcome, WorkflowStepContext, WorkflowTrial } from '@plinth/plugin' */

const MINUTE = 60_000;
/** How often to check whether the task is still needed, in case a change of the row was missed, in ms. */
const LOOK = 10 * MINUTE;

const TO = [
  { value: 'field', label: 'step.task.to.field' },
  { value: 'role', label: 'step.task.to.role' },
  { value: 'user', label: 'step.task.to.user' },
  { value: 'starter', label: 'step.task.to.starter' },
];

const NOT_BY = [
  { value: 'nobody', label: 'step.task.notBy.nobody' },
  { value: 'starter', label: 'step.task.to.starter' },
  { value: 'field', label: 'step.task.to.field' },
];

/** Whom a task goes to: `prefix` and its settings. @param {string} prefix @param {string} label @param {object} [shown] @returns {SettingsSchema} */
const recipient = (prefix, label, shown) => [
  select(prefix, label, TO, { default: 'field', ...shown }),
  ...[
    { name: `${prefix}Field`, type: /** @type {const} */ ('fieldPath'), label: 'step.task.toField', of: 'field' },
    { name: `${prefix}Role`, type: /** @type {const} */ ('role'), label: 'step.task.toRole', of: 'role' },
    { name: `${prefix}User`, type: /** @type {const} */ ('user'), label: 'step.task.toUser', of: 'user' },
  ].map(({ of, ...setting }) => ({ ...setting, showIf: { name: prefix, in: [of] } })),
];

/** Asks a person, and continues when they have answered: see `tasks.<id>` in expressions. */
export const task = defineWorkflowStep({
  name: 'task',
  order: 80,
  label: 'step.task.label',
  help: 'step.task.help',
  icon: 'user-check',
  isTask: true,
  settings: [
    {
      name: 'title',
      type: 'text',
      label: 'step.task.title',
      required: true,
      max: 200,
      expressions: true,
      help: 'step.task.title.help',
    },
    markdown('text', 'step.task.text', { expressions: true, default: '' }),
    ...recipient('to', 'step.task.to'),
    field('holderField', 'step.task.holderField', {
      fieldTypes: ['user'],
      help: 'step.task.holderField.help',
    }),
    list(
      'outcomes',
      'step.task.outcomes',
      [
        {
          name: 'name',
          type: 'text',
          label: 'step.task.outcomes.name',
          required: true,
          pattern: '[a-z][a-z0-9_]{0,47}',
        },
        { name: 'label', type: 'text', label: 'step.label', required: true, max: 60 },
        boolean('needsComment', 'step.task.outcomes.needsComment', { default: false }),
      ],
      {
        min: 1,
        max: 10,
        default: [
          { name: 'approve', label: 'Approve', needsComment: false },
          { name: 'reject', label: 'Reject', needsComment: true },
        ],
      },
    ),
    list(
      'form',
      'step.task.form',
      [
        { name: 'variable', type: 'variable', label: 'step.variable', required: true },
        { name: 'label', type: 'text', label: 'step.label', max: 100, default: '' },
        boolean('required', 'step.task.form.required', { default: false }),
      ],
      { max: 30, default: [], help: 'step.task.form.help' },
    ),
    select('notBy', 'step.task.notBy', NOT_BY, {
      default: 'starter',
      help: 'step.task.notBy.help',
    }),
    fieldPath('notByField', 'step.task.toField', { showIf: { name: 'notBy', in: ['field'] } }),
    boolean('mayDelegate', 'step.task.mayDelegate', { default: true }),
    minutes('deadline', 'step.task.deadline', { min: 1, max: 1_051_200, help: 'step.task.deadline.help' }),
    select(
      'onDeadline',
      'step.task.onDeadline',
      {
        remind: 'step.task.onDeadline.remind',
        escalate: 'step.task.onDeadline.escalate',
        steps: 'step.task.onDeadline.steps',
      },
      { default: 'remind' },
    ),
    ...recipient('escalate', 'step.task.escalate', { showIf: { name: 'onDeadline', in: ['escalate'] } }),
    steps('steps', 'step.task.steps', { default: [], showIf: { name: 'onDeadline', in: ['steps'] } }),
    expression('endWhen', 'step.task.endWhen', {
      result: 'bool',
      default: '',
      help: 'step.task.endWhen.help',
    }),
  ],
  check(step, { table, variables }) {
    /** @type {Record<string, Message>} */
    const errors = {};
    for (const prefix of ['to', ...(step.onDeadline === 'escalate' ? ['escalate'] : [])]) {
      if (step[prefix] === 'field' && !table) errors[prefix] = 'The workflow is about no row';
      const key = `${prefix}${{ field: 'Field', role: 'Role', user: 'User' }[/** @type {string} */ (step[prefix])] ?? ''}`;
      if (step[prefix] !== 'starter' && !step[key]) errors[key] = 'is required';
    }
    if (step.notBy === 'field' && !table) errors.notBy = 'The workflow is about no row';
    else if (step.notBy === 'field' && !step.notByField) errors.notByField = 'is required';
    if (step.holderField && !table) errors.holderField = 'The workflow is about no row';
    if (step.endWhen && !table) errors.endWhen = 'The workflow is about no row';
    if (step.onDeadline !== 'remind' && !step.deadline) errors.deadline = 'is required';
    const names = step.outcomes.map((/** @type {any} */ { name }) => name);
    for (const [i, name] of names.entries())
      if (names.indexOf(name) < i) errors[`outcomes.${i}.name`] = phrase`"${name}" occurs twice`;
    for (const [i, { variable }] of step.form.entries())
      if (!variables.some(({ name }) => name === variable))
        errors[`form.${i}.variable`] = phrase`There is no variable "${variable}"`;
    return errors;
  },
  async enter(at) {
    const { step, now, trial, core } = at;
    if (await isNeedless(at)) return NEEDLESS;
    if (trial) return tried(at, trial);
    const due = step.deadline ? new Date(now.getTime() + step.deadline * MINUTE) : null;
    const id = await core.tasks.ask(due);
    await nameHolder(at, id);
    // Check once more after starting to wait: the row may have changed in the meantime.
    return { ...waiting(at, { task: id, due: due?.toISOString() ?? null }, now), output: { task: id } };
  },
  async resume(at) {
    const { step, path, came, own, now, variables, asVariable, core } = at;
    // Even if somebody answered at the same moment.
    if (await isNeedless(at)) return NEEDLESS;
    if (came) {
      const { outcome, comment, by, at: when, values } = came;
      const set = Object.fromEntries(
        Object.keys(variables)
          .filter((name) => Object.hasOwn(values, name))
          .map((name) => [name, asVariable(name, values[name])]),
      );
      if (step.holderField) await core.tasks.hold(step.holderField, by);
      return { go: 'next', set, result: { outcome, comment, by, at: when }, output: { outcome, comment, ...set }, by };
    }
    if (step.endWhen && !(own.due && new Date(own.due) <= now)) return waiting(at, own, new Date(now.getTime() + LOOK));
    if (step.onDeadline === 'steps') {
      await core.tasks.expire(own.task);
      return { go: 'into', list: `${path}/steps`, output: { expired: true } };
    }
    if (step.onDeadline === 'escalate') {
      await core.tasks.escalate(own.task);
      await nameHolder(at, own.task);
    } else await core.tasks.remind(own.task);
    return waiting(at, { ...own, due: null }, new Date(now.getTime() + LOOK));
  },
});

/** @param {WorkflowStepContext} at @param {string} id of the task */
async function nameHolder({ step, core }, id) {
  if (step.holderField) await core.tasks.hold(step.holderField, await core.tasks.holder(id));
}

/** @type {WorkflowOutcome} */
const NEEDLESS = Object.freeze({ go: 'stop', text: '', output: { needless: true } });

/** Whether its condition holds, or its row is gone. @param {WorkflowStepContext} at */
async function isNeedless({ step, evaluate }) {
  if (!step.endWhen) return false;
  try {
    const [holds] = await evaluate([step.endWhen]);
    return holds === true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ROW_NOT_FOUND') return true;
    throw error;
  }
}

/**
 * Until the deadline, or the next check whether the answer is still needed.
 *
 * @param {WorkflowStepContext} at @param {{ task: string, due: string | null }} own @param {Date} look
 * @returns {WorkflowOutcome}
 */
function waiting({ step, about }, own, look) {
  const due = own.due ? new Date(own.due) : null;
  const wait = { go: /** @type {const} */ ('wait'), waits: /** @type {const} */ ('task'), own };
  if (!step.endWhen) return { ...wait, until: due };
  const row = { table: about.table?.name ?? '', key: String(about.id ?? '') };
  return { ...wait, until: due && due < look ? due : look, row };
}

/**
 * Of a test run: the answer is chosen in advance.
 *
 * @param {WorkflowStepContext} at @param {WorkflowTrial} trial @returns {Promise<WorkflowOutcome>}
 */
async function tried({ step, now, text, core }, trial) {
  const outcome = trial.outcomes[step.id] ?? step.outcomes[0].name;
  const said = { subject: await text(step.title), text: await core.plain(step.text ?? '') };
  trial.held.push({ step: step.id, what: 'task', ...said });
  const result = { outcome, comment: '', by: null, at: now.toISOString() };
  return { go: 'next', result, output: { outcome } };
}
