import { defineWorkflowStep, phrase } from '@plinth/plugin';

/** Gives variables new values, in the order of the list. */
export const set = defineWorkflowStep({
  name: 'set',
  order: 20,
  label: 'Set variables',
  help: 'Remember values for later steps',
  icon: 'variable',
  settings: [
    {
      name: 'values',
      type: 'list',
      label: 'Values',
      required: true,
      min: 1,
      max: 50,
      items: [
        { name: 'variable', type: 'variable', label: 'Variable', required: true },
        { name: 'value', type: 'expression', label: 'Value', required: true },
      ],
    },
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
      // The next value may be made from this one.
      changed[variable] = variables[variable] = asVariable(variable, value);
    }
    return { go: 'next', set: changed, output: changed };
  },
});
