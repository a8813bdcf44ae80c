import { accessSync, chownSync, constants, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, dataOwnerWrong } from './errors.js';

/** @import { OsUser } from './types.d.ts' */

const { R_OK, W_OK, X_OK } = constants;
const isRoot = () => process.getuid?.() === 0;

/**
 * Whose folder root works on: what root leaves in it must be theirs, or their server would not start on it again.
 *
 * @param {string} folder
 * @returns {OsUser | undefined} undefined: our own, or we are not root
 */
export function otherOwner(folder) {
  if (!isRoot()) return undefined;
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** Gives a file or folder that root has made to whom the folder around it belongs. @param {string} place @param {string} around */
export function giveToOwnerOf(around, place) {
  const owner = otherOwner(around);
  if (owner) lchownSync(place, owner.uid, owner.gid);
}

/** Gives everything that root has made in a folder to its owner. PostgreSQL's own files are its user's already. @param {string} dataDir */
export function giveAllToOwner(dataDir) {
  const owner = otherOwner(dataDir);
  if (!owner) return;
  const walk = (/** @type {string} */ folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (folder === dataDir && entry.name === 'postgres') continue;
      const place = join(folder, entry.name);
      try {
        if (lstatSync(place).uid === 0) lchownSync(place, owner.uid, owner.gid);
        if (entry.isDirectory()) walk(place);
      } catch (error) {
        // A server that runs here meanwhile removes files, too.
        if (codeOf(error) !== 'ENOENT') throw error;
      }
    }
  };
  walk(dataDir);
}

/** @param {string} folder @param {OsUser} user */
export function handOver(folder, user) {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), user.uid, user.gid);
  chownSync(folder, user.uid, user.gid);
}

/**
 * Refuses a data folder in which something belongs to another user, before anything fails half way because of it.
 *
 * @param {string} dataDir
 * @throws {import('@plinth/plugin').AppError} DATA_OWNER_WRONG
 */
export function requireOwnContents(dataDir) {
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    const place = join(dataDir, entry.name);
    try {
      accessSync(place, entry.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK);
    } catch (error) {
      if (codeOf(error) === 'EACCES') throw dataOwnerWrong(place, statSync(place).uid, dataDir, error);
    }
  }
}
