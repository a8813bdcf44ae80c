/** @import { Row, Values } from '@plinth/plugin' */
import { parseArgs } from 'node:util';
import { UsageError } from './errors.js';
import { nearest } from '@plinth/plugin';

/** @import { Command, CommandArguments } from '../types.d.ts' */

/**
 * Parses a command's arguments and refuses unknown ones.
 *
 * @param {Command} command
 * @param {string[]} argv
 * @returns {CommandArguments & { help: boolean, json: boolean, data?: string }} data: the folder of --data
 */
export function parseArguments(command, argv) {
  const options = {
    help: { type: /** @type {const} */ ('boolean'), short: 'h' },
    data: { type: /** @type {const} */ ('string') },
    ...(command.json ? { json: { type: /** @type {const} */ ('boolean') } } : {}),
    ...command.options,
  };
  const parsed = parseStrictly(argv, options);
  const { help, json, data, ...values } = parsed.values;
  if (help) return { values, positionals: parsed.positionals, help: true, json: false };
  checkPositionals(command, parsed.positionals);
  for (const [name, option] of Object.entries(command.options ?? {})) {
    if (option.required && values[name] === undefined) throw new UsageError(`--${name} is missing`);
  }
  return { values, positionals: parsed.positionals, help: false, json: Boolean(json), data };
}

/**
 * @param {string[]} argv
 * @param {Values} options
 * @returns {{ values: Row, positionals: string[] }}
 */
function parseStrictly(argv, options) {
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (error) {
    const { code, message } = /** @type {Error & { code?: string }} */ (error);
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const unknown = /'--([\w-]+)'/.exec(message)?.[1];
    const near =
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && unknown ? nearest(unknown, Object.keys(options)) : undefined;
    throw new UsageError(message.split('. ')[0], near && `Did you mean --${near}?`);
  }
}

/** @param {Command} command @param {string[]} positionals */
function checkPositionals(command, positionals) {
  const names = command.arguments ?? [];
  const missing = names.slice(positionals.length).find((name) => !name.startsWith('['));
  if (missing) throw new UsageError(`${missing} is missing`);
  const endless = names.at(-1)?.includes('...');
  if (!endless && positionals.length > names.length) {
    throw new UsageError(`"${positionals[names.length]}" is an unexpected argument`);
  }
}
