import { defineWorkflowStep, phrase } from '@plinth/plugin';

/** @import { Message, SettingsSchema } from '@plinth/plugin' */

const TO = [
  { value: 'field', label: 'A user in a field of the row' },
  { value: 'role', label: 'Everybody with a role' },
  { value: 'user', label: 'A person' },
  { value: 'starter', label: 'Whoever started the workflow' },
];

/** Whom a task goes to: `prefix` and its settings. @param {string} prefix @param {string} label @param {object} [shown] @returns {SettingsSchema} */
const recipient = (prefix, label, shown) => [
  { name: prefix, type: 'select', label, options: TO, default: 'field', ...shown },
  ...[
    { name: `${prefix}Field`, type: /** @type {const} */ ('fieldPath'), label: 'User field', of: 'field' },
    { name: `${prefix}Role`, type: /** @type {const} */ ('role'), label: 'Role', of: 'role' },
    { name: `${prefix}User`, type: /** @type {const} */ ('user'), label: 'Person', of: 'user' },
  ].map(({ of, ...setting }) => ({ ...setting, showIf: { name: prefix, in: [of] } })),
];

/** Asks a person, and continues when they have answered: see `tasks.<id>` in expressions. */
export const task = defineWorkflowStep({
  name: 'task',
  order: 80,
  label: 'Task for a person',
  help: 'Ask somebody to approve or to fill in a form, and wait for the answer',
  icon: 'user-check',
  isTask: true,
  settings: [
    {
      ...{ name: 'title', type: 'text', label: 'Title', required: true, max: 200, expressions: true },
      help: 'Values of the row go between double braces, such as {{ row.name }}.',
    },
    { name: 'text', type: 'markdown', label: 'Text', expressions: true, default: '' },
    ...recipient('to', 'Who'),
    {
      ...{ name: 'outcomes', type: 'list', label: 'Possible answers', min: 1, max: 10 },
      items: [
        { name: 'name', type: 'text', label: 'Name', required: true, pattern: '[a-z][a-z0-9_]{0,47}' },
        { name: 'label', type: 'text', label: 'Label', required: true, max: 60 },
        { name: 'needsComment', type: 'boolean', label: 'Needs a comment', default: false },
      ],
      default: [
        { name: 'approve', label: 'Approve', needsComment: false },
        { name: 'reject', label: 'Reject', needsComment: true },
      ],
    },
    {
      ...{ name: 'form', type: 'list', label: 'Form', max: 30, default: [] },
      help: 'Variables that are filled in with the answer.',
      items: [
        { name: 'variable', type: 'variable', label: 'Variable', required: true },
        { name: 'label', type: 'text', label: 'Label', max: 100, default: '' },
        { name: 'required', type: 'boolean', label: 'Required', default: false },
      ],
    },
    { name: 'mayDelegate', type: 'boolean', label: 'May be delegated', default: true },
    {
      ...{ name: 'deadline', type: 'minutes', label: 'Deadline after', min: 1, max: 1_051_200 },
      help: 'Empty: without deadline.',
    },
    {
      ...{ name: 'onDeadline', type: 'select', label: 'When the deadline has passed', default: 'remind' },
      options: [
        { value: 'remind', label: 'Remind them' },
        { value: 'escalate', label: 'Pass it on to somebody else' },
        { value: 'steps', label: 'Run steps in place of an answer' },
      ],
    },
    ...recipient('escalate', 'Pass it on to', { showIf: { name: 'onDeadline', in: ['escalate'] } }),
    {
      ...{ name: 'steps', type: 'steps', label: 'After the deadline', default: [] },
      showIf: { name: 'onDeadline', in: ['steps'] },
    },
  ],
  check(step, { table, variables }) {
    /** @type {Record<string, Message>} */
    const errors = {};
    for (const prefix of ['to', ...(step.onDeadline === 'escalate' ? ['escalate'] : [])]) {
      if (step[prefix] === 'field' && !table) errors[prefix] = 'The workflow is about no row';
      const key = `${prefix}${{ field: 'Field', role: 'Role', user: 'User' }[/** @type {string} */ (step[prefix])] ?? ''}`;
      if (step[prefix] !== 'starter' && !step[key]) errors[key] = 'is required';
    }
    if (step.onDeadline !== 'remind' && !step.deadline) errors.deadline = 'is required';
    const names = step.outcomes.map((/** @type {any} */ { name }) => name);
    for (const [i, name] of names.entries())
      if (names.indexOf(name) < i) errors[`outcomes.${i}.name`] = phrase`"${name}" occurs twice`;
    for (const [i, { variable }] of step.form.entries())
      if (!variables.some(({ name }) => name === variable))
        errors[`form.${i}.variable`] = phrase`There is no variable "${variable}"`;
    return errors;
  },
});
