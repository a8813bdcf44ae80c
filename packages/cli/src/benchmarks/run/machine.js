import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readConfig, readMachineFacts } from '@plinth/server/operations';
import { onPath } from './load/index.js';

/** @import { Machine } from '../types.d.ts' */

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

/**
 * The machine that everything was measured on.
 *
 * @param {{ server: string, load: string } | null} cores
 * @returns {Machine}
 */
export function readMachine(cores) {
  const { plinth, node } = readMachineFacts(readConfig({}));
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    os: `${type()} ${release()}`,
    node,
    plinth,
    commit: commitOf(),
    pinned: cores && `server ${cores.server}, load ${cores.load}`,
  };
}

/**
 * Which cores the server and the load generator get, if there are enough for both: a quarter is for the load.
 *
 * @param {{ pin: boolean }} options @param {number} [count]
 * @returns {{ server: string, load: string } | null}
 */
export function shareCores({ pin }, count = availableParallelism()) {
  if (!pin || count < 4 || !onPath('taskset')) return null;
  const forLoad = Math.max(1, Math.floor(count / 4));
  return { server: `0-${count - forLoad - 1}`, load: `${count - forLoad}-${count - 1}` };
}

/** How many cores the server may use. @param {{ server: string } | null} shared */
export function serverCores(shared) {
  if (!shared) return availableParallelism();
  const [first, last] = shared.server.split('-').map(Number);
  return last - first + 1;
}

/** The commit, with a + if files were changed since; a copy without git has none. */
function commitOf() {
  try {
    const git = (/** @type {string[]} */ ...args) =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain', '-uno') ? '+' : '');
  } catch {
    return 'unknown';
  }
}
