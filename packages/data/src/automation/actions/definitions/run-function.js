import { defineAction } from '@plinth/plugin';
import { expression, list, text } from '@plinth/plugin/settings';
import { withPlainNumbers } from './base/plain-number.js';

/** Calls a function of the app, with the rights of the person who pressed the button unless the function says otherwise. */
export const runFunction = defineAction({
  name: 'run_function',
  order: 85,
  label: 'action.run_function.label',
  help: 'action.run_function.help',
  group: 'code',
  icon: 'function',
  needsRow: false,
  outside: true,
  settings: [
    { name: 'function', type: 'function', label: 'action.run_function.function', required: true },
    list(
      'input',
      'action.run_function.input',
      [
        text('name', 'action.run_function.input.name', { required: true, pattern: '[A-Za-z_][A-Za-z0-9_]{0,62}' }),
        expression('value', 'action.value', { required: true }),
      ],
      { max: 50, help: 'action.run_function.input.help' },
    ),
  ],
  async run({ config, evaluate, functions }) {
    /** @type {{ name: string, value: string }[]} */
    const given = config.input ?? [];
    const values = await withPlainNumbers(evaluate)(given.map(({ value }) => value));
    const result = await functions.run(
      config.function ?? '',
      Object.fromEntries(given.map(({ name }, i) => [name, values[i]])),
    );
    const message = typeof result === 'string' ? result : result?.message;
    return {
      value: result,
      ...(typeof message === 'string' && message !== '' && { message: message.slice(0, 500) }),
    };
  },
});
