import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@plinth/plugin';
import { readWrk, wrkCommand } from './wrk.js';

/** @import { Round } from '../../types.d.ts' */
/**
 * @typedef {{ url: string, method?: string, headers?: Record<string, string>, body?: string, status?: number,
 *   connections: number,
 *   duration: number, amount?: number, ids?: number, isMiss?: boolean,
 *   missBy?: string }} Job
 *   ids: the address ends in a number from 1 to this, in turns (autocannon only); isMiss: with a parameter that never
 *   repeats; missBy: with these, "miss=*" if not given
 */

/** A shell prints the usage of its children in its last line. */
const WITH_TIMES = '"$@"; code=$?; times; exit "$code"';

/**
 * Puts load on an address from a separate process.
 *
 * @param {'autocannon' | 'wrk'} tool @param {Job} job @param {string | null} cores for taskset
 * @returns {Promise<Round>}
 */
export async function load(tool, job, cores) {
  const found = await (tool === 'wrk' ? loadByWrk(job, cores) : loadByAutocannon(job, cores));
  if (found.requests > 0 || found.errors > 0) return found;
  // Nobody was answered in time, which is no result either.
  return { ...found, errors: 1, problems: [`no answer within ${job.duration} s`] };
}

/** @param {Job} job @param {string | null} cores @returns {Promise<Round>} */
async function loadByWrk(job, cores) {
  const { args, remove } = wrkCommand(job);
  try {
    return readWrk(await output('sh', ['-c', WITH_TIMES, 'sh', 'wrk', ...args], { cores }));
  } finally {
    await remove();
  }
}

/** @param {Job} job @param {string | null} cores @returns {Promise<Round>} */
async function loadByAutocannon(job, cores) {
  const script = fileURLToPath(new URL('./autocannon-process.js', import.meta.url));
  return JSON.parse(await output(process.execPath, [script, JSON.stringify(job)], { cores }));
}

/**
 * Checked before the long part begins.
 *
 * @param {import('../../types.d.ts').Options} options
 * @throws {AppError} BENCHMARK_TOOL_MISSING
 */
export function requireTools({ tools, shapes }) {
  if (tools.includes('wrk') && !onPath('wrk'))
    throw toolMissing('wrk', 'Install it with apt-get install wrk or brew install wrk, or use --tool autocannon.');
  if (shapes.some(({ cores }) => cores !== null) && !onPath('taskset'))
    throw toolMissing('taskset', 'It is part of util-linux. Without it, leave out --cores.');
}

/** @param {string} program @param {string} [path] */
export const onPath = (program, path = process.env.PATH ?? '') =>
  path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));

/** @param {string} name @param {string} hint */
const toolMissing = (name, hint) =>
  new AppError('BENCHMARK_TOOL_MISSING', `This needs ${name}, which is not on this machine`, { hint, status: 500 });

/**
 * What a program prints.
 *
 * @param {string} program @param {string[]} args
 * @param {{ cores?: string | null, env?: Record<string, string | undefined>, cwd?: string, input?: string }} [how]
 * @returns {Promise<string>}
 * @throws {AppError} BENCHMARK_LOAD_FAILED
 */
export function output(program, args, { cores, env, cwd, input = '' } = {}) {
  const [command, ...rest] = cores ? ['taskset', '-c', cores, program, ...args] : [program, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { env: env && /** @type {NodeJS.ProcessEnv} */ (set(env)), cwd });
    // A run that is stopped must leave nothing behind.
    const stop = () => child.kill('SIGTERM');
    process.once('exit', stop);
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    child.once('error', reject);
    child.once('close', (code) => {
      process.removeListener('exit', stop);
      if (code === 0) resolve(out);
      else reject(new AppError('BENCHMARK_LOAD_FAILED', `${program} ended with ${code}: ${err.slice(-400)}`));
    });
    child.stdin.on('error', () => {}).end(input);
  });
}

/** Variables without a value are not set. @param {Record<string, string | undefined>} env */
export const set = (env) =>
  /** @type {NodeJS.ProcessEnv} */ (Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
