import { defineAction } from '@plinth/plugin';
import { expression, list, workflow } from '@plinth/plugin/settings';

/** Starts a workflow, with the rights of the person who pressed the button unless the workflow says otherwise. */
export const startWorkflow = defineAction({
  name: 'start_workflow',
  order: 86,
  label: 'action.start_workflow.label',
  help: 'action.start_workflow.help',
  group: 'code',
  icon: 'sitemap',
  needsRow: false,
  settings: [
    workflow('workflow', 'action.start_workflow.workflow', { required: true }),
    expression('row', 'action.start_workflow.row', {
      default: '',
      help: 'action.start_workflow.row.help',
    }),
    list(
      'inputs',
      'action.start_workflow.inputs',
      [
        {
          name: 'variable',
          type: 'variable',
          of: 'workflow',
          label: 'action.start_workflow.inputs.variable',
          required: true,
        },
        expression('value', 'action.value', { required: true }),
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
