import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @import { OsUser } from './types.d.ts' */

/** A unix socket's path holds 107 bytes; its name takes up to 16 of them. */
const MAX_FOLDER_BYTES = 107 - '/.s.PGSQL.65535.lock'.length;

/**
 * A folder for the socket that only the database's user (and root) can enter: it stands for the password. Inside the
 * data folder where the path is short enough; as root outside of it, since the database's user may not be able to
 * walk there, and in /run rather than /tmp, since a service may have a /tmp of its own that commands don't see.
 *
 * @param {string} dataDir @param {OsUser | undefined} user
 * @returns {{ path: string, remove(): void }}
 */
export function makeSocketFolder(dataDir, user) {
  const path = user ? rootFolder() : ownFolder(dataDir);
  if (user) chownSync(path, user.uid, user.gid);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function rootFolder() {
  for (const place of ['/run', tmpdir()]) {
    try {
      return mkdtempSync(join(place, 'plinth-'));
    } catch {
      // Read-only or missing: the next place.
    }
  }
  return mkdtempSync('/plinth-');
}

/** @param {string} dataDir */
function ownFolder(dataDir) {
  const path = join(dataDir, 'socket');
  if (Buffer.byteLength(path) > MAX_FOLDER_BYTES) return mkdtempSync(join(shortTmpdir(), 'plinth-'));
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
  return path;
}

const shortTmpdir = () => (Buffer.byteLength(tmpdir()) > MAX_FOLDER_BYTES - 16 ? '/tmp' : tmpdir());
