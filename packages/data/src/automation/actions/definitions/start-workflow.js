import { defineAction } from '@plinth/plugin';

/** Starts a workflow, with the rights of whoever pressed the button unless the workflow says otherwise. */
export const startWorkflow = defineAction({
  name: 'start_workflow',
  order: 86,
  label: 'Start a workflow',
  help: 'It goes on by itself, and may wait for people',
  group: 'code',
  icon: 'sitemap',
  needsRow: false,
  settings: [
    { name: 'workflow', type: 'workflow', label: 'Workflow', required: true },
    {
      name: 'row',
      type: 'expression',
      label: 'Row',
      default: '',
      help: 'The id of the row that it is about. Empty: this row, if it is of the same table.',
    },
    {
      name: 'inputs',
      type: 'list',
      label: 'Inputs',
      max: 50,
      items: [
        { name: 'variable', type: 'variable', of: 'workflow', label: 'Variable', required: true },
        { name: 'value', type: 'expression', label: 'Value', required: true },
      ],
    },
  ],
  async run({ config, evaluate, workflows }) {
    /** @type {{ variable: string, value: string }[]} */
    const given = config.inputs ?? [];
    const sources = [...given.map(({ value }) => value), ...(config.row ? [config.row] : [])];
    const values = await evaluate(sources);
    const row = config.row ? values.at(-1) : null;
    const inputs = Object.fromEntries(given.map(({ variable }, i) => [variable, values[i]]));
    await workflows.start(config.workflow ?? '', { row, inputs });
    return { message: 'The workflow has been started' };
  },
});
