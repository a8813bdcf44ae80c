import { constants, setPriority } from 'node:os';
import { inTurn } from '@plinth/data';
import { createLog } from '../../http/log/log.js';
import { makeBackup } from './make-backup.js';

/*
 * Makes one backup in a process of its own, at the lowest priority: requests come first, and its memory is given back
 * when it is done. It ends with the process that started it.
 */

process.on('disconnect', () => process.exit(1));
process.once('message', async (/** @type {import('./make-backup.js').Job} */ job) => {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Not everywhere may one be modest.
  }
  const log = createLog({ level: job.config.logLevel });
  try {
    if (job.reason === 'scheduled') await inTurn(job.connection, () => makeBackup(job, log));
    else await makeBackup(job, log);
  } catch (error) {
    const isRunning = /** @type {any} */ (error).code === 'BACKUP_RUNNING';
    log[isRunning ? 'info' : 'error']('backup failed', { error });
    process.exitCode = 1;
  }
  process.disconnect?.();
});
