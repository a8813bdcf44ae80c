import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** In the environment of what a batch starts: the process id of the batch. */
export const STARTED_BY = 'PLINTH_TEST_STARTED_BY';

/**
 * What a process has started that still runs, itself left out: its children and theirs, and, where there is /proc, those
 * whose parent has ended, which keep its environment.
 *
 * @param {number} pid
 * @returns {number[]}
 */
export function startedBy(pid) {
  const all = processes();
  const found = new Set([pid]);
  for (const one of found) for (const { pid: child, parent } of all) if (parent === one) found.add(child);
  const mark = `${STARTED_BY}=${pid}`;
  for (const { pid: other } of all) if (read(`/proc/${other}/environ`).split('\0').includes(mark)) found.add(other);
  found.delete(pid);
  return [...found];
}

/** Ends it for good, whatever it is waiting for. @param {number} pid @returns {boolean} whether it was there */
export function kill(pid) {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @returns {{ pid: number, parent: number }[]} */
function processes() {
  const pids = read('/proc/self/stat') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : null;
  // The name, in parentheses, may contain spaces and parentheses.
  if (pids)
    return pids.flatMap((pid) => {
      const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
      return parent ? [{ pid: Number(pid), parent: Number(parent) }] : [];
    });
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return pid && pid !== process.pid ? [{ pid, parent }] : [];
  });
}

/** @param {string} path @returns {string} '' if the process has ended, or is another user's */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
