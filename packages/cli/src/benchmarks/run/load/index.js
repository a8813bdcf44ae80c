import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@plinth/plugin';
import { readWrk, wrkCommand } from './wrk.js';

/** @import { Round } from '../../types.d.ts' */
/**
 * @typedef {{ url: string, method?: string, headers?: Record<string, string>, body?: string, status?: number,
 *   connections: number,
 *   duration: number, amount?: number, ids?: number, isMiss?: boolean }} Job
 *   ids: the address ends in a number from 1 to this, in turns (autocannon only); isMiss: with a parameter that never
 *   repeats
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
  if (tool === 'wrk') {
    const { args, remove } = wrkCommand(job);
    try {
      return readWrk(await run('sh', ['-c', WITH_TIMES, 'sh', 'wrk', ...args], cores));
    } finally {
      await remove();
    }
  }
  const script = fileURLToPath(new URL('./autocannon-process.js', import.meta.url));
  return JSON.parse(await run(process.execPath, [script, JSON.stringify(job)], cores));
}

/** Checked before the long part begins. @param {'autocannon' | 'wrk'} tool @throws {AppError} BENCHMARK_TOOL_MISSING */
export function requireTool(tool) {
  if (tool !== 'wrk' || onPath('wrk')) return;
  throw toolMissing('wrk', 'Install it with apt-get install wrk or brew install wrk, or use --tool autocannon.');
}

/** @param {string} name of an npm package that is only installed for development */
export function requirePackage(name) {
  try {
    createRequire(import.meta.url).resolve(name);
  } catch {
    throw toolMissing(name, `Install it with npm install --no-save ${name}, or install everything with npm ci.`);
  }
}

/** @param {string} program @param {string} [path] */
export const onPath = (program, path = process.env.PATH ?? '') =>
  path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));

/** @param {string} name @param {string} hint */
const toolMissing = (name, hint) =>
  new AppError('BENCHMARK_TOOL_MISSING', `This needs ${name}, which is not on this machine`, { hint, status: 500 });

/** @param {string} program @param {string[]} args @param {string | null} cores @returns {Promise<string>} its output */
function run(program, args, cores) {
  const [command, ...rest] = cores ? ['taskset', '-c', cores, program, ...args] : [program, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(out);
      else reject(new AppError('BENCHMARK_LOAD_FAILED', `${program} ended with ${code}: ${err.slice(-400)}`));
    });
  });
}
