import { defineWorkflowStep, phrase } from '@plinth/plugin';
import { expression, list } from '@plinth/plugin/settings';

/** Gives variables new values, in the order of the list. */
export const set = defineWorkflowStep({
  name: 'set',
  order: 20,
  label: 'step.set.label',
  help: 'step.set.help',
  icon: 'variable',
  settings: [
    list(
      'values',
      'step.set.values',
      [
        { name: 'variable', type: 'variable', label: 'step.variable', required: true },
        expression('value', 'step.value', { required: true }),
      ],
      { required: true, min: 1, max: 50 },
    ),
  ],
  check({ values }, { variables }) {
    const names = variables.map(({ name }) => name);
    return Object.fromEntries(
      values.flatMap((/** @type {any} */ { variable }, /** @type {number} */ i) =>
        names.includes(variable) ? [] : [[`values.${i}.variable`, phrase`There is no variable "${variable}"`]],
      ),
    );
  },
  async enter({ step, variables, evaluate, asVariable }) {
    /** @type {Record<string, unknown>} */
    const changed = {};
    for (const { variable, value: source } of step.values) {
      if (!Object.hasOwn(variables, variable)) continue;
      const [value] = await evaluate([source]);
      // The next value may depend on this one.
      changed[variable] = variables[variable] = asVariable(variable, value);
    }
    return { go: 'next', set: changed, output: changed };
  },
});
