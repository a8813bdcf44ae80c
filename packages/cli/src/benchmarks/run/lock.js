import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '@plinth/plugin';
import { processStartTime } from '@plinth/server/operations';

/**
 * Two runs at once would measure each other, so a second run on this machine is refused, because the load always comes
 * from here.
 *
 * @param {string} [folder]
 * @returns {() => void} releases the lock
 * @throws {AppError} BENCHMARK_RUNNING
 */
export function takeRunLock(folder = tmpdir()) {
  const file = path.join(folder, 'plinth-benchmark.lock');
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, `${process.pid} ${processStartTime(process.pid) ?? ''}`, { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      const holder = readHolder(file);
      if (holder !== null && isAlive(holder)) throw running(holder.pid);
      if (attempt > 3) throw running(holder?.pid ?? 0);
      rmSync(file, { force: true });
    }
  }
  const release = () => {
    process.removeListener('exit', release);
    rmSync(file, { force: true });
  };
  process.once('exit', release);
  return release;
}

/** @typedef {{ pid: number, started: string }} Holder started: empty if unknown */

/** @param {string} file @returns {Holder | null} */
function readHolder(file) {
  try {
    const [, pid, started = ''] = /^(\d+)(?: (.*))?$/.exec(readFileSync(file, 'utf8')) ?? [];
    return pid === undefined ? null : { pid: Number(pid), started };
  } catch {
    return null;
  }
}

/** A process id is reused some day. @param {Holder} holder */
function isAlive({ pid, started }) {
  const now = processStartTime(pid);
  return now !== undefined && (started === '' || started === now);
}

/** @param {number} pid */
const running = (pid) =>
  new AppError('BENCHMARK_RUNNING', `Another benchmark runs on this machine (process ${pid})`, {
    status: 409,
    hint: 'Wait until it has ended: two at once would measure each other.',
  });
