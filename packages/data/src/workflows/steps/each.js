import { defineWorkflowStep } from '@plinth/plugin';

/** Repeats its steps for rows of a table. Inside, `row` is the row of the loop. Each batch is saved on its own. */
export const each = defineWorkflowStep({
  name: 'each',
  order: 40,
  label: 'For each row',
  help: 'Repeat steps for all rows that meet a condition',
  icon: 'repeat',
  settings: [
    { name: 'table', type: 'table', label: 'Table', required: true },
    {
      ...{ name: 'where', type: 'expression', label: 'Only rows where', result: 'bool', of: 'table', default: '' },
      help: 'Here and in the steps of the loop, row is the row of this table. Empty: all rows.',
    },
    { name: 'limit', type: 'integer', label: 'At most', min: 1, max: 100_000, default: 1000 },
    {
      ...{ name: 'batch', type: 'integer', label: 'Rows per batch', min: 1, max: 1000, default: 100 },
      help: 'The changes of a batch are saved together.',
    },
    { name: 'steps', type: 'steps', label: 'For each row', of: 'table', default: [] },
  ],
});
