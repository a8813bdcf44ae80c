/** @import { StepKind } from '../types.d.ts' */

/** Ends the run. @returns {StepKind} */
export const stop = () => ({
  kind: 'stop',
  enter: async ({ step, text }) => ({ go: 'stop', text: (await text(step.result ?? '')).slice(0, 500) }),
});
