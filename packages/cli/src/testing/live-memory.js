import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {{ pid: number, bytes: number, waiting: number, descriptors: number }} Held
 *   waiting: bytes of garbage that collections of young objects did not free
 */

/**
 * Memory that processes of ours hold after a full garbage collection (Linux).
 *
 * @param {string} folder for their output
 */
export function liveMemory(folder) {
  const told = join(folder, 'live-memory');
  mkdirSync(told);
  const teller = new URL('./tell-memory.js', import.meta.url).href;

  /** @param {number} pid @returns {Promise<Held>} */
  async function of(pid) {
    const file = join(told, String(pid));
    rmSync(file, { force: true });
    process.kill(pid, 'SIGUSR2');
    while (!readdirSync(told).includes(String(pid))) {
      // Throws if the process has ended.
      process.kill(pid, 0);
      await sleep(20);
    }
    const { heapUsed, external, waiting } = JSON.parse(readFileSync(file, 'utf8'));
    return { pid, bytes: heapUsed + external, waiting, descriptors: readdirSync(`/proc/${pid}/fd`).length };
  }

  return {
    /** Environment of the observed processes. */
    env: { NODE_OPTIONS: `--import=${teller}`, LIVE_MEMORY: told },
    /** @param {number[]} pids of running processes */
    of: (pids) => Promise.all(pids.map(of)),
  };
}
