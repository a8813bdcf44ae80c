import { constants, setPriority } from 'node:os';
import { compareBackup, translate } from '@plinth/data';

/*
 * Compares one backup with the site in a process of its own: it reads the whole file, and requests come first.
 */

process.on('disconnect', () => process.exit(1));
process.once('message', async (/** @type {Parameters<typeof compareBackup>[0]} */ job) => {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Not every system lets a process lower its priority.
  }
  const answer = await compareBackup(job).then(
    (comparison) => ({ comparison }),
    (thrown) => ({ failed: failureOf(translate(thrown)) }),
  );
  process.send?.(answer, undefined, {}, () => process.disconnect?.());
});

/** @param {any} error */
const failureOf = ({ code, message, status, hint }) => ({ code, message, status, hint });
