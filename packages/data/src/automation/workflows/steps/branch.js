import { defineWorkflowStep } from '@plinth/plugin';

/** Takes the first branch whose condition holds. */
export const branch = defineWorkflowStep({
  name: 'branch',
  order: 30,
  label: 'Branch',
  help: 'Take different paths depending on conditions',
  icon: 'git-branch',
  settings: [
    {
      name: 'branches',
      type: 'list',
      label: 'Branches',
      required: true,
      min: 1,
      max: 20,
      help: 'The first one whose condition holds is taken.',
      items: [
        { name: 'label', type: 'text', label: 'Label', max: 100, default: '' },
        { name: 'when', type: 'expression', label: 'Condition', required: true, result: 'bool' },
        { name: 'steps', type: 'steps', default: [] },
      ],
    },
    { name: 'otherwise', type: 'steps', label: 'Otherwise', default: [] },
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
