import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@plinth/plugin';
import { pidNamespace, processStartTime, stopOrphans } from '@plinth/server/operations';
import { sweepWhenStopped } from './sweep-after.js';

/** Namespace, process id and start time of the process that created it. */
const NAME = /^plinth-bench-(\d*)-(\d+)-([0-9a-f]{8})-\w+$/;
/** How long requests in progress may take, in ms. */
const PATIENCE_MS = 45_000;
const QUIET = Object.freeze({ debug() {}, info() {}, warn() {}, error() {} });

/**
 * A temporary folder of a benchmark. It is deleted by `remove`, soon after this process if that is stopped, and by the
 * next run if it is killed: the owner is part of its name, so the folder never lacks one.
 *
 * @returns {{ folder: string, remove: () => Promise<void> }}
 */
export function createRunFolder() {
  const { pid } = process;
  const folder = mkdtempSync(path.join(tmpdir(), `plinth-bench-${namespace()}-${pid}-${birthOf(pid)}-`));
  const isSafe = sweepWhenStopped(folder);
  return {
    folder,
    async remove() {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      isSafe();
    },
  };
}

/**
 * Takes the machine for this run: two at once would measure each other, so a second run is refused while the first one's
 * folder is there and its process alive.
 *
 * @returns {() => Promise<void>} releases it
 * @throws {AppError} BENCHMARK_RUNNING
 */
export function takeMachine(parent = tmpdir()) {
  const own = createRunFolder();
  const other = readdirSync(parent)
    .filter((name) => name !== path.basename(own.folder) && isOfAnother(name))
    .map((name) => NAME.exec(name)?.[2])[0];
  if (other === undefined) return own.remove;
  void own.remove();
  throw new AppError('BENCHMARK_RUNNING', `Another benchmark runs on this machine (process ${other})`, {
    status: 409,
    hint: 'Wait until it has ended: two at once would measure each other.',
  });
}

/** @param {string} name */
function isOfAnother(name) {
  const [, of, pid, birth] = NAME.exec(name) ?? [];
  return birth !== undefined && of === namespace() && Number(pid) !== process.pid && birthOf(Number(pid)) === birth;
}

/**
 * Stops the servers of benchmarks whose process was killed, and deletes their folders.
 *
 * @param {string} [parent]
 * @returns {Promise<string[]>} the deleted folders
 */
export async function sweepDeadRuns(parent = tmpdir()) {
  const folders = readdirSync(parent)
    .filter(isOfTheDead)
    .map((name) => path.join(parent, name))
    .filter(isOurs);
  const swept = await Promise.all(folders.map(sweep));
  return folders.filter((_, i) => swept[i]);
}

/** @param {string} name */
function isOfTheDead(name) {
  const [, of, pid, birth] = NAME.exec(name) ?? [];
  // Process ids of another container mean nothing here.
  return birth !== undefined && of === namespace() && birthOf(Number(pid)) !== birth;
}

/** In a shared folder, somebody else may have created one to make us stop a process. @param {string} folder */
function isOurs(folder) {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (found.mode & 0o022) === 0 && found.uid === (process.getuid?.() ?? found.uid);
}

/** @param {string} folder @returns {Promise<boolean>} whether it was deleted */
async function sweep(folder) {
  try {
    await stopServer(folder);
    await stopOrphans(path.join(folder, 'postgres'), QUIET);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    return true;
  } catch {
    // It does no harm except taking disk space.
    return false;
  }
}

/** The server using this data, if any. @param {string} folder */
async function stopServer(folder) {
  const holder = readHolder(folder);
  const lives = () => holder !== null && processStartTime(holder.pid) === holder.startTime;
  if (holder === null || !lives()) return;
  process.kill(holder.pid, 'SIGTERM');
  for (const end = performance.now() + PATIENCE_MS; lives() && performance.now() < end;) await sleep(50);
  if (lives()) process.kill(holder.pid, 'SIGKILL');
}

/** @param {string} folder @returns {{ pid: number, startTime: string } | null} */
function readHolder(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'lock.json'), 'utf8'));
  } catch {
    return null;
  }
}

const namespace = () => pidNamespace().replace(/\D/g, '');

/** @param {number} pid */
const birthOf = (pid) =>
  createHash('sha1')
    .update(processStartTime(pid) ?? '')
    .digest('hex')
    .slice(0, 8);
