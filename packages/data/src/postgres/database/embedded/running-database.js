import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveToOwnerOf } from './owner.js';
import { pidNamespace, processStartTime } from './process-identity.js';

/** @import { Connection } from './types.d.ts' */

/** @typedef {{ pid: number, startTime: string, pidNamespace: string, connection: Connection }} RunningDatabase */

/**
 * The data folder says which process runs its database and how to reach it (postgres.json), and which commands use it
 * as well (attached/), so that the command that started it doesn't stop it while others use it.
 *
 * @param {string} dataDir
 */
export function runningDatabase(dataDir) {
  const record = join(dataDir, 'postgres.json');
  const attached = join(dataDir, 'attached');
  const here = { pid: process.pid, startTime: processStartTime(process.pid) ?? '', pidNamespace: pidNamespace() };

  return {
    /** @param {Connection} connection */
    announce(connection) {
      writeFileSync(`${record}.new`, JSON.stringify({ ...here, connection }), { mode: 0o600 });
      giveToOwnerOf(dataDir, `${record}.new`);
      renameSync(`${record}.new`, record);
    },

    withdraw: () => rmSync(record, { force: true }),

    /**
     * Uses the running database, if there is one.
     * @returns {{ connection: Connection, detach(): void } | undefined}
     */
    attach() {
      if (!findRunning(record)) return undefined;
      mkdirSync(attached, { recursive: true, mode: 0o700 });
      giveToOwnerOf(dataDir, attached);
      const mark = join(attached, `${process.pid}.json`);
      writeFileSync(mark, JSON.stringify(here));
      giveToOwnerOf(dataDir, mark);
      const detach = () => rmSync(mark, { force: true });
      // Looked up again after leaving the mark, because the owner first withdraws and then looks for marks.
      const running = findRunning(record);
      if (running) return { connection: running.connection, detach };
      detach();
      return undefined;
    },

    /** Waits until no command uses it any more. */
    async unattended() {
      while (existsSync(attached) && readdirSync(attached).some((name) => isAlive(join(attached, name))))
        await sleep(50);
    },
  };
}

/** @param {string} record @returns {RunningDatabase | undefined} */
function findRunning(record) {
  const found = readJson(record);
  const isOurs = found?.pidNamespace === pidNamespace() && processStartTime(found.pid) === found.startTime;
  return isOurs ? found : undefined;
}

/** @param {string} mark */
function isAlive(mark) {
  const found = readJson(mark);
  if (found && processStartTime(found.pid) === found.startTime) return true;
  rmSync(mark, { force: true });
  return false;
}

/** @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
