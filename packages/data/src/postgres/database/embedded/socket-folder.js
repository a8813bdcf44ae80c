import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterIdentity } from './cluster.js';

/** @import { OsUser } from './types.d.ts' */

/** A Unix socket's path may have 107 bytes; its name takes up to 21 of them. */
const MAX_FOLDER_BYTES = 107 - '/.s.PGSQL.65535.lock'.length;

/**
 * A folder for the socket that only the database's user and root can enter; it replaces a password. It is inside the
 * data folder if the path is short enough. For root it is outside, since the database's user may not be able to get
 * there, and in /run rather than /tmp, since a service may have a private /tmp that commands don't see.
 *
 * @param {{ dataDir: string, clusterDir: string, user: OsUser | undefined }} options
 * @returns {{ path: string, remove(): void }}
 */
export function makeSocketFolder({ dataDir, clusterDir, user }) {
  const own = join(dataDir, 'socket');
  const isShort = Buffer.byteLength(own) <= MAX_FOLDER_BYTES;
  const path = !user && isShort ? makePrivate(own, user) : makeOutside(clusterIdentity(clusterDir), user);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Always the same name, so that killed servers leave one folder and not one each.
 *
 * @param {string} name @param {OsUser | undefined} user
 */
function makeOutside(name, user) {
  const places = [...(user ? ['/run'] : []), tmpdir(), '/tmp'];
  const room = MAX_FOLDER_BYTES - name.length - '-XXXXXX'.length - 1;
  let failure;
  for (const place of places.filter((folder) => Buffer.byteLength(folder) <= room)) {
    try {
      return makePrivate(join(place, name), user);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** @param {string} path @param {OsUser | undefined} user @returns {string} the folder, perhaps under another name */
function makePrivate(path, user) {
  const uid = user?.uid ?? process.getuid?.();
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return path;
  // Another user's folder with this name (in /tmp) must not get our socket.
  if (found) return give(mkdtempSync(`${path}-`), user);
  mkdirSync(path, { mode: 0o700 });
  return give(path, user);
}

/** @param {string} path @param {OsUser | undefined} user */
function give(path, user) {
  if (user) chownSync(path, user.uid, user.gid);
  return path;
}
