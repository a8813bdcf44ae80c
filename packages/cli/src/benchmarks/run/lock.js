import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '@plinth/plugin';

/**
 * Two runs at once would measure each other: the second one on this machine is refused, as all of them put their load
 * on from here.
 *
 * @param {string} [folder]
 * @returns {() => void} gives the lock back
 * @throws {AppError} BENCHMARK_RUNNING
 */
export function takeRunLock(folder = tmpdir()) {
  const file = path.join(folder, 'plinth-benchmark.lock');
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      const holder = readHolder(file);
      if (holder !== null && isAlive(holder)) throw running(holder);
      if (attempt > 3) throw running(holder ?? 0);
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

/** @param {string} file */
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else's lives too.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {number} pid */
const running = (pid) =>
  new AppError('BENCHMARK_RUNNING', `Another benchmark runs on this machine (process ${pid})`, {
    status: 409,
    hint: 'Wait until it has ended: two at once would measure each other.',
  });
