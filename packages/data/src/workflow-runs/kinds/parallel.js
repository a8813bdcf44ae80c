/** @import { StepKind } from '../types.d.ts' */

/** Several lists of steps at the same time. @returns {StepKind} */
export const parallel = () => ({
  kind: 'parallel',
  enter: async ({ step, path }) => ({
    go: 'fork',
    lists: step.branches.map((/** @type {unknown} */ _, /** @type {number} */ i) => `${path}/branches/${i}/steps`),
  }),
  resume: async () => ({ go: 'next' }),
});
