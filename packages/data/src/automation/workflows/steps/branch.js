import { defineWorkflowStep } from '@plinth/plugin';
import { expression, list, steps, text } from '@plinth/plugin/settings';

/** Takes the first branch whose condition holds. */
export const branch = defineWorkflowStep({
  name: 'branch',
  order: 30,
  label: 'step.branch.label',
  help: 'step.branch.help',
  icon: 'git-branch',
  settings: [
    list(
      'branches',
      'step.branch.branches',
      [
        text('label', 'step.label', { max: 100, default: '' }),
        expression('when', 'step.when', { required: true, result: 'bool' }),
        steps('steps', { default: [] }),
      ],
      { required: true, min: 1, max: 20, help: 'step.branch.branches.help' },
    ),
    steps('otherwise', 'step.branch.otherwise', { default: [] }),
  ],
  async enter({ step, path, evaluate }) {
    for (const [i, { when, label }] of step.branches.entries()) {
      const [holds] = await evaluate([when]);
      if (holds === true)
        return { go: 'into', list: `${path}/branches/${i}/steps`, output: { branch: label || i + 1 } };
    }
    return { go: 'into', list: `${path}/otherwise`, output: { branch: null } };
  },
});
