import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { storageFull } from './errors.js';

/** PostgreSQL ends when it finds no room for its log, and then nobody reads either: so much is left to it. */
const LEAST = 64 * 2 ** 20;
/** Looking costs little, but not nothing. */
const LOOK_EACH = 4 * 2 ** 20;

/**
 * Keeps those who write much from filling the disk of the data folder, where the database lies on it too. Give it each
 * number of bytes before they are written.
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
