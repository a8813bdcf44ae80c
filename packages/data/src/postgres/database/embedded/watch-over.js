import { spawn } from 'node:child_process';
import { postgresEnvironment } from './cluster.js';

/** @import { OsUser } from './types.d.ts' */

/** Waits for the end of its input. The postmaster is still there then: while we live, its own end ends the watch. */
const WATCH = `read -r word; [ "$word" = done ] || kill -INT "$1"`;

/**
 * Stops a postmaster once this process is gone, however it ended: killed for memory, it could not do so itself, and the
 * database would keep the memory. A shell waits for that, which takes a megabyte.
 *
 * @param {number} pid @param {OsUser | undefined} user whom it runs as
 * @returns {() => void} ends the watch
 */
export function watchOver(pid, user) {
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'plinth-watch', String(pid)], {
    ...user,
    // Not in the data folder, which may be on a disk that is to be taken out.
    cwd: '/',
    env: postgresEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
    // A terminal's Ctrl-C, or a signal to our whole group, must not end it before us.
    detached: true,
  });
  // Without a shell, the next start stops what was left running.
  watcher.once('error', () => {});
  watcher.stdin.once('error', () => {});
  watcher.unref();
  /** @type {import('node:net').Socket} */ (watcher.stdin).unref();
  return () => void watcher.stdin.end('done\n');
}
