import { resolve } from 'node:path';
import { AppError } from '@plinth/plugin';
import { UsageError } from './errors.js';
import { commandNames, loadCommand } from './find-command.js';
import { help, overview, usage } from './help.js';
import { parseArguments } from './parse-arguments.js';
import { createProgress } from './progress.js';

/** @import { Command, CommandContext } from '../types.d.ts' */
/** @typedef {Pick<CommandContext, 'parent' | 'env' | 'cwd' | 'stdin' | 'stdout' | 'stderr'>} Surroundings */

/**
 * Runs one command line.
 *
 * @param {string[]} argv what follows "plinth"
 * @param {Surroundings} surroundings
 * @returns {Promise<number>} 0: done, 1: failed, 2: called wrongly
 */
export async function runCli(argv, surroundings) {
  const [name, ...rest] = argv;
  /** @type {Command | undefined} */
  let command;
  try {
    if (name === '--version' || name === '-v') return await runCli(['info', '--version-only'], surroundings);
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      if (name === 'help' && rest.length > 0) return await runCli([rest[0], '--help'], surroundings);
      surroundings.stdout.write(overview(await Promise.all(commandNames().map(loadCommand))));
      return name === undefined ? 2 : 0;
    }
    command = await loadCommand(name);
    const args = parseArguments(command, rest);
    if (args.help) {
      surroundings.stdout.write(await help(command));
      return 0;
    }
    const env = args.data
      ? { ...surroundings.env, PLINTH_DATA: resolve(surroundings.cwd, args.data) }
      : surroundings.env;
    return (await command.run(createContext({ ...surroundings, env }, args.json), args)) ?? 0;
  } catch (error) {
    return report(error, { command, json: rest.includes('--json'), stderr: surroundings.stderr });
  }
}

/** @param {Surroundings} surroundings @param {boolean} json @returns {CommandContext} */
function createContext(surroundings, json) {
  const { stdout, stderr } = surroundings;
  return {
    ...surroundings,
    json,
    print: (data, text) => void stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : `${text(data)}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    progress: (label, total) => createProgress(stderr, label, total),
  };
}

/**
 * @param {unknown} error
 * @param {{ command: Command | undefined, json: boolean, stderr: CommandContext['stderr'] }} where
 * @returns {number} exit code
 */
function report(error, { command, json, stderr }) {
  const exitCode = error instanceof UsageError ? 2 : 1;
  if (!(error instanceof AppError)) {
    // Unforeseen, so whoever reports it needs the stack.
    stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return exitCode;
  }
  const { code, message, hint, details } = error;
  if (json) {
    stderr.write(`${JSON.stringify({ error: { code, message, hint, details } })}\n`);
    return exitCode;
  }
  stderr.write(`${message}${code === 'USAGE' ? '' : ` (${code})`}\n`);
  if (hint) stderr.write(`${hint}\n`);
  if (exitCode === 2 && command) stderr.write(`${usage(command)}\n`);
  return exitCode;
}
