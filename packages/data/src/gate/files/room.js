import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { storageFull } from './errors.js';

/** PostgreSQL stops if it has no space for its log, and then nobody can read either, so this much is left free. */
const LEAST = 64 * 2 ** 20;
/** Checking costs little, but not nothing. */
const LOOK_EACH = 4 * 2 ** 20;

/**
 * Stops uploads before they fill the disk of the data folder, where the database may live too. Call it with each number
 * of bytes before they are written.
 *
 * @param {string} dataDir @returns {(bytes: number) => Promise<void>} fails with STORAGE_FULL
 */
export function createRoom(dataDir) {
  const isShared = dataDir !== '' && existsSync(path.join(dataDir, 'postgres'));
  let unseen = Infinity;
  return async (bytes) => {
    unseen += bytes;
    if (!isShared || unseen < LOOK_EACH) return;
    unseen = 0;
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < LEAST) throw storageFull();
  };
}
