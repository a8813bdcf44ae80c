import { defineAction } from '@plinth/plugin';
import { expression, list, workflow } from '@plinth/plugin/settings';

/** Starts a workflow, with the rights of the person who pressed the button unless the workflow says otherwise. */
export const startWorkflow = defineAction({
  name: 'start_workflow',
  order: 86,
  label: 'Start a workflow',
  help: 'It goes on by itself, and may wait for people',
  group: 'code',
  icon: 'sitemap',
  needsRow: false,
  settings: [
    workflow('workflow', 'Workflow', { required: true }),
    expression('row', 'Row', {
      default: '',
      help: 'The id of the row that it is about. Empty: this row, if it is of the same table.',
    }),
    list(
      'inputs',
      'Inputs',
      [
        { name: 'variable', type: 'variable', of: 'workflow', label: 'Variable', required: true },
        expression('value', 'Value', { required: true }),
      ],
      { max: 50 },
    ),
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
