import { defineWorkflowStep } from '@plinth/plugin';

/** Waits for a moment, until the row meets a condition, or for a call from outside. */
export const wait = defineWorkflowStep({
  name: 'wait',
  order: 70,
  label: 'Wait',
  help: 'Until a time, until the row meets a condition, or for a call from outside',
  icon: 'clock',
  settings: [
    {
      ...{ name: 'for', type: 'select', label: 'Wait for', required: true },
      options: [
        { value: 'time', label: 'Some time' },
        { value: 'until', label: 'A date and time' },
        { value: 'row', label: 'The row to meet a condition' },
        { value: 'webhook', label: 'A call from outside (webhook)' },
      ],
    },
    {
      ...{ name: 'minutes', type: 'minutes', label: 'How long', min: 1, max: 1_051_200, required: true },
      showIf: { name: 'for', in: ['time'] },
    },
    {
      ...{ name: 'until', type: 'expression', label: 'Until', required: true },
      ...{ help: 'A date or a moment, such as row.due.', showIf: { name: 'for', in: ['until'] } },
    },
    {
      ...{ name: 'condition', type: 'expression', label: 'Until this holds', result: 'bool', required: true },
      showIf: { name: 'for', in: ['row'] },
    },
    {
      ...{ name: 'into', type: 'variable', label: 'Save what is sent in' },
      ...{ help: 'A variable of type JSON.', showIf: { name: 'for', in: ['webhook'] } },
    },
    {
      ...{ name: 'timeout', type: 'minutes', label: 'At most', min: 1, max: 1_051_200 },
      ...{ help: 'Empty: without limit.', showIf: { name: 'for', in: ['row', 'webhook'] } },
    },
    {
      ...{ name: 'onTimeout', type: 'steps', label: 'When the time is over', default: [] },
      showIf: { name: 'for', in: ['row', 'webhook'] },
    },
  ],
  check(step, { table, variables }) {
    /** @type {Record<string, string>} */
    const errors = {};
    if (step.for === 'row' && !table) errors.for = 'The workflow is about no row';
    const into = step.for === 'webhook' && step.into ? variables.find(({ name }) => name === step.into) : null;
    if (into && into.type !== 'json') errors.into = 'Choose a variable of type JSON';
    return errors;
  },
});
