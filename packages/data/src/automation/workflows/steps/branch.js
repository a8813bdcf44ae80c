import { defineWorkflowStep } from '@plinth/plugin';
import { expression, list, steps, text } from '@plinth/plugin/settings';

/** Takes the first branch whose condition holds. */
export const branch = defineWorkflowStep({
  name: 'branch',
  order: 30,
  label: 'Branch',
  help: 'Take different paths depending on conditions',
  icon: 'git-branch',
  settings: [
    list(
      'branches',
      'Branches',
      [
        text('label', 'Label', { max: 100, default: '' }),
        expression('when', 'Condition', { required: true, result: 'bool' }),
        steps('steps', { default: [] }),
      ],
      { required: true, min: 1, max: 20, help: 'The first one whose condition holds is taken.' },
    ),
    steps('otherwise', 'Otherwise', { default: [] }),
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
