/** @import { StepKind } from '../types.d.ts' */

/** Any action. One that touches only the database commits together with the run's state. @param {import('./index.js').Parts} parts @returns {StepKind} */
export const action = ({ actions, registry }) => ({
  kind: 'action',
  isOutside: ({ do: { action: name } }) => registry.has('action', name) && registry.action(name).outside === true,
  async enter(at) {
    const { step, actor, about, gate, key, trial } = at;
    const done = await at.action({ do: step.do });
    const isOutside = this.isOutside?.(step) ?? false;
    if (trial && isOutside) {
      trial.held.push({ step: step.id, what: step.do.action, text: JSON.stringify(done.do.config) });
      return { go: 'next', output: { held: true } };
    }
    const held = trial ? { add: (/** @type {any} */ mail) => trial.held.push({ step: step.id, ...mail }) } : null;
    const segment = { first: 0, steps: [done], isOutside };
    const { result } = await actions.runSegment({ segment, actor, about, gate, run: key, held });
    return { go: 'next', ...(result.message && { output: { message: result.message } }) };
  },
});
