import { defineAction } from '@plinth/plugin';
import { expression, list, text } from '@plinth/plugin/settings';
import { withPlainNumbers } from './base/plain-number.js';

/** Calls a function of the app, with the rights of the person who pressed the button unless the function says otherwise. */
export const runFunction = defineAction({
  name: 'run_function',
  order: 85,
  label: 'Run a function',
  help: 'JavaScript of the app, in its sandbox',
  group: 'code',
  icon: 'function',
  needsRow: false,
  outside: true,
  settings: [
    { name: 'function', type: 'function', label: 'Function', required: true },
    list(
      'input',
      'Input',
      [
        text('name', 'Parameter', { required: true, pattern: '[A-Za-z_][A-Za-z0-9_]{0,62}' }),
        expression('value', 'Value', { required: true }),
      ],
      { max: 50, help: 'The function shows a message if it returns a text, or { message }.' },
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
