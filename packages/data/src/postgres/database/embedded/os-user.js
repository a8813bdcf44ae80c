import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { otherOwner } from './owner.js';

/** @import { OsUser } from './types.d.ts' */

/** Above the range that useradd hands out, below the 65,536 that a container may be limited to. */
const FIRST_UID = 54320;

/**
 * The user that PostgreSQL runs as if we are root (which it refuses): the owner of the data folder, whose server then
 * finds a database of its own; if root owns that, the owner of an existing cluster, otherwise an unused number, so that no
 * other service on the machine owns our data or may open our socket.
 *
 * @param {string} clusterDir
 * @returns {OsUser | undefined} undefined: our own user
 */
export function databaseUser(clusterDir) {
  if (process.getuid?.() !== 0) return undefined;
  const owner = otherOwner(dirname(clusterDir)) ?? otherOwner(clusterDir);
  if (owner) return owner;
  const taken = new Set(passwdEntries().map((entry) => entry.uid));
  let uid = FIRST_UID;
  while (taken.has(uid)) uid += 1;
  return { uid, gid: uid };
}

/**
 * initdb requires a user with a name, so it runs as one, and what it created is handed over afterwards.
 *
 * @param {OsUser} user
 * @returns {OsUser}
 */
export function namedUser(user) {
  const entries = passwdEntries().filter((entry) => entry.uid !== 0);
  const found =
    entries.find((entry) => entry.uid === user.uid) ?? entries.find((entry) => entry.name === 'nobody') ?? entries[0];
  return found ? { uid: found.uid, gid: found.gid } : user;
}

/** A user that every system has a name for. */
export const nobody = () => namedUser({ uid: 65534, gid: 65534 });

function passwdEntries() {
  let text = '';
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    // Some containers have no such file; then every number is free.
  }
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
