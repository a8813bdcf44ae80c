import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readConfig, readMachineFacts } from '@plinth/server/operations';
import { onPath } from './load/index.js';

/** @import { Machine, Options } from '../types.d.ts' */
/** @typedef {{ server: string | null, load: string | null, count: number }} Cores for taskset; null: any */

export const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

/**
 * The machine that everything was measured on.
 *
 * @param {string | null} pinned
 * @returns {Machine}
 */
export function readMachine(pinned) {
  const { plinth, node } = readMachineFacts(readConfig({}));
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    os: `${type()} ${release()}`,
    node,
    plinth,
    commit: commitOf(),
    pinned,
  };
}

/**
 * Which cores the server and the load generator get: the wanted number for the server and the others for the load (all,
 * if no other is left). Without a number, a quarter is for the load if there are enough for both.
 *
 * @param {number | null} wanted @param {Pick<Options, 'pin'>} options @param {number} [all]
 * @returns {Cores}
 */
export function shareCores(wanted, { pin }, all = availableParallelism()) {
  if (wanted === null && (!pin || all < 4 || !onPath('taskset'))) return { server: null, load: null, count: all };
  const count = wanted ?? all - Math.max(1, Math.floor(all / 4));
  const range = (/** @type {number} */ from, /** @type {number} */ to) => (from === to ? `${from}` : `${from}-${to}`);
  return { server: range(0, count - 1), load: range(count < all ? count : 0, all - 1), count };
}

/** The commit, with a + if files were changed since; a copy without git has none. */
function commitOf() {
  try {
    return git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain', '-uno') ? '+' : '');
  } catch {
    return 'unknown';
  }
}

/** What git says about this copy. @param {string[]} args */
export const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
