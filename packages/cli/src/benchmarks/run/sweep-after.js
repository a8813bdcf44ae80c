import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ME = fileURLToPath(import.meta.url);
/** How long a server takes to stop, in ms. */
const PATIENCE_MS = 60_000;

/**
 * Deletes a data folder even if this process is stopped: its server writes until it has ended, so a separate process
 * waits for that.
 *
 * @param {string} folder @returns {() => void} cancels it
 */
export function sweepWhenStopped(folder) {
  const sweep = () => spawn(process.execPath, [ME, folder], { detached: true, stdio: 'ignore' }).unref();
  process.once('exit', sweep);
  return () => void process.removeListener('exit', sweep);
}

/** @param {string} folder */
async function sweepWhenFree(folder) {
  const end = performance.now() + PATIENCE_MS;
  const inUse = () => ['lock.json', 'postgres/postmaster.pid'].some((name) => existsSync(path.join(folder, name)));
  // The server's shutdown may not have begun yet.
  do await sleep(250);
  while (inUse() && performance.now() < end);
  if (!inUse()) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await sweepWhenFree(process.argv[2]);
