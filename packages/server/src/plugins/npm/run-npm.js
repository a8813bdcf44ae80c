import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError, phrase } from '@plinth/plugin';
import { SECRET_SETTINGS } from '../../http/config/settings.js';

const run = promisify(execFile);
const MINUTE = 60_000;

/**
 * Runs npm, which uses the registry that it is configured for. No script of a package is run if the arguments say so.
 *
 * @param {readonly string[]} args @param {{ cwd: string }} options
 * @returns {Promise<string>} what it printed
 * @throws {AppError} NPM_MISSING; otherwise the error of npm with `stderr`
 */
export async function runNpm(args, { cwd }) {
  const env = { ...process.env };
  // npm, and what it starts, need no password of ours.
  for (const name of SECRET_SETTINGS) delete env[name];
  try {
    const { stdout } = await run('npm', args, { cwd, env, timeout: 2 * MINUTE, maxBuffer: 10 * 1024 * 1024 });
    return stdout;
  } catch (/** @type {any} */ error) {
    if (error.code !== 'ENOENT') throw error;
    throw new AppError('NPM_MISSING', 'npm is not installed on this machine or not in the PATH', {
      status: 503,
      hint: 'Install npm, which comes with Node.js',
      cause: error,
    });
  }
}

/**
 * What to say of a package that npm did not bring.
 *
 * @param {string} wanted @param {any} error of npm
 * @returns {{ message: import('@plinth/plugin').Message, status: number, hint: string, cause: unknown }}
 */
export function whyNotFetched(wanted, error) {
  const isUnknown = /E404|ETARGET|ENOVERSIONS/.test(error?.stderr ?? '');
  return isUnknown
    ? {
        message: phrase`There is no package "${wanted}"`,
        status: 404,
        hint: 'Check the name and the version',
        cause: error,
      }
    : {
        message: phrase`"${wanted}" could not be downloaded`,
        status: 502,
        hint: 'Check the connection to the registry and try again',
        cause: error,
      };
}
