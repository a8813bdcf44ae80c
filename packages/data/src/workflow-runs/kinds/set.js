/** @import { StepKind } from '../types.d.ts' */
import { asVariable } from '../variables.js';

/** Gives variables new values; each sees those before it. @returns {StepKind} */
export const set = () => ({
  kind: 'set',
  async enter({ step, run, document, evaluate }) {
    /** @type {Record<string, unknown>} */
    const changed = {};
    for (const { variable: name, value: source } of step.values) {
      const variable = document.body.variables.find((one) => one.name === name);
      if (!variable) continue;
      const [value] = await evaluate([source]);
      // The next value may be made from this one.
      changed[name] = run.variables[name] = asVariable(variable, value);
    }
    return { go: 'next', set: changed, output: changed };
  },
});
