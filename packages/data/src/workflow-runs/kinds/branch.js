/** @import { StepKind } from '../types.d.ts' */

/** Takes the first branch whose condition holds. @returns {StepKind} */
export const branch = () => ({
  kind: 'branch',
  async enter({ step, path, evaluate }) {
    for (const [i, { when, label }] of step.branches.entries()) {
      const [holds] = await evaluate([when]);
      if (holds === true)
        return { go: 'into', list: `${path}/branches/${i}/steps`, output: { branch: label || i + 1 } };
    }
    return { go: 'into', list: `${path}/otherwise`, output: { branch: null } };
  },
});
