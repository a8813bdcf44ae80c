import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, dataFolderUnusable } from './errors.js';
import { giveToOwnerOf } from './owner.js';
import { pidNamespace, processStartTime } from './process-identity.js';

/** @import { Holder } from './types.d.ts' */

/** A holder in another container can't be looked up by its process id; touching the file shows that it is alive. */
const HEARTBEAT_MS = 5000;

/**
 * Takes the data folder's lock for this process.
 *
 * @param {string} dataDir
 * @param {Holder['purpose']} purpose
 * @returns {Promise<{ holder: Holder } | { release(): void }>} the holder if another running process has the lock
 */
export async function takeDataLock(dataDir, purpose) {
  const path = join(dataDir, 'lock.json');
  for (;;) {
    if (createLock(path, purpose)) return keepLock(path);
    const holder = readHolder(path);
    if (holder && (await isAlive(holder, path))) return { holder };
    removeStale(path, holder);
  }
}

/** @param {string} path @param {Holder['purpose']} purpose @returns {boolean} whether this process has the lock now */
function createLock(path, purpose) {
  /** @type {Holder} */
  const holder = {
    pid: process.pid,
    startTime: processStartTime(process.pid) ?? '',
    pidNamespace: pidNamespace(),
    purpose,
    since: new Date().toISOString(),
  };
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
    // Theirs, or a server of theirs could not read who has it.
    giveToOwnerOf(dirname(path), draft);
    // A link is created whole or not at all, so no reader sees half a lock.
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw dataFolderUnusable(dirname(path), error);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {string} path */
function keepLock(path) {
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS).unref();
  const release = () => {
    clearInterval(heartbeat);
    process.removeListener('exit', release);
    rmSync(path, { force: true });
  };
  process.once('exit', release);
  return { release };
}

/** @param {string} path */
function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Somebody removed the data folder; the database will complain louder.
  }
}

/** @param {string} path @returns {Holder | undefined} */
function readHolder(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {Holder} holder @param {string} path */
async function isAlive(holder, path) {
  if (holder.pidNamespace === pidNamespace()) return processStartTime(holder.pid) === holder.startTime;
  const seen = modifiedAt(path);
  for (const until = performance.now() + 2.5 * HEARTBEAT_MS; performance.now() < until; await sleep(200)) {
    if (modifiedAt(path) !== seen) return true;
  }
  return false;
}

/** @param {string} path */
const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/**
 * Moves a dead holder's lock aside. If another process was faster, we have moved its new lock, which is put back.
 *
 * @param {string} path @param {Holder | undefined} dead
 */
function removeStale(path, dead) {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
    const moved = readHolder(aside);
    if (moved && (moved.pid !== dead?.pid || moved.since !== dead.since)) linkSync(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw dataFolderUnusable(dirname(path), error);
  } finally {
    rmSync(aside, { force: true });
  }
}
