import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * When a process started, as a text that no later process with the same number shares; undefined when there is none.
 *
 * @param {number} pid
 * @returns {string | undefined}
 */
export function processStartTime(pid) {
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  try {
    // The command's name may hold blanks and parentheses; the fields after its last one don't.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    if (fields[0] === 'Z') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** @param {number} pid @returns {string} the command line, '' when there is no such process */
export function processCommand(pid) {
  if (process.platform !== 'linux') return ps(pid, 'command') ?? '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Two containers on one volume have numbers of their own for their processes. */
export function pidNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** @param {number} pid @param {string} column */
function ps(pid, column) {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
