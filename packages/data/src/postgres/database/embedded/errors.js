import { statfsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { AppError } from '@plinth/plugin';

/**
 * PostgreSQL doesn't always say so: a new cluster needs this much space, and initdb removes its traces when it fails.
 */
const MINIMUM_FREE_BYTES = 64 * 2 ** 20;

const DATA_FOLDER_HINT = 'Set PLINTH_DATA to a folder that this user may write to, or give this folder to this user.';

/** @param {string} folder @param {unknown} cause */
export function dataFolderUnusable(folder, cause) {
  if (codeOf(cause) === 'ENOSPC') return diskFull(folder, cause);
  return new AppError('DATA_NOT_WRITABLE', `The data folder ${folder} can't be used: ${messageOf(cause)}`, {
    hint: DATA_FOLDER_HINT,
    cause,
  });
}

/**
 * @param {string} place @param {number} uid of its owner @param {string} dataDir @param {unknown} [cause]
 */
export function dataOwnerWrong(place, uid, dataDir, cause) {
  const [own, username] = [process.getuid?.(), userName()];
  return new AppError('DATA_OWNER_WRONG', `${place} belongs to another user (number ${uid}), not to ${username}`, {
    hint: `Nothing was changed. As root, run: chown -R ${username}: ${dataDir} (or start as the user number ${uid} instead of ${own})`,
    cause,
  });
}

/** Containers often run as a number without a name. */
function userName() {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

/** @param {string} clusterDir */
export const databaseIncomplete = (clusterDir) =>
  new AppError('DATA_INCOMPLETE', `${clusterDir} holds files, but no whole database`, {
    hint: 'Nothing was changed, and no new database was made. Put back what is missing, or move this folder away and restore a backup.',
  });

/** @param {string} folder @param {string} clusterDir */
export const oldDatabaseBeside = (folder, clusterDir) =>
  new AppError('DATA_OLD_DATABASE', `There is no ${clusterDir}, but ${folder} holds a database`, {
    hint: `No new one was made beside it. Rename it to ${clusterDir} to use it, or move it out of the data folder to begin anew.`,
  });

/** @param {string} folder @param {unknown} [cause] */
export function diskFull(folder, cause) {
  return new AppError('DISK_FULL', `There is no space left for the database in ${folder}`, {
    hint: 'Free some space on that disk, or move the data folder and set PLINTH_DATA. Nothing was lost.',
    cause,
  });
}

/** @param {string} folder @param {{ pid: number, purpose: string }} holder */
export function dataInUse(folder, holder) {
  const who = holder.purpose === 'serve' ? 'A Plinth server' : 'A Plinth command';
  return new AppError('DATA_IN_USE', `${who} (process ${holder.pid}) is using the data folder ${folder}`, {
    status: 409,
    hint:
      holder.purpose === 'serve'
        ? `Use the server that runs, stop it (kill ${holder.pid}), or set PLINTH_DATA to another folder.`
        : `Wait until it has finished, or set PLINTH_DATA to another folder.`,
  });
}

/** @param {string} platform */
export const binariesMissing = (platform) =>
  new AppError('POSTGRES_BINARIES_MISSING', `The embedded PostgreSQL for ${platform} is not installed`, {
    hint: 'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own (15 or newer).',
  });

/** @param {string} message @param {string} hint */
export const binariesUnusable = (message, hint) =>
  new AppError('POSTGRES_BINARIES_UNUSABLE', `The embedded PostgreSQL can't be run: ${message}`, { hint });

/** @param {string} message @param {string} output what PostgreSQL wrote @param {string} folder */
export function postgresFailed(message, output, folder) {
  if (/No space left on device/i.test(output) || freeBytes(folder) < MINIMUM_FREE_BYTES) return diskFull(folder);
  const said = lastWords(output).replaceAll('/proc/self/cwd', `${folder}/postgres`);
  return new AppError('POSTGRES_FAILED', `${message}: ${said}`, {
    hint: `The whole of what it said is in ${folder}/postgres.log. "plinth doctor" checks the usual causes.`,
  });
}

/** @param {number} uid @param {number} gid */
export const userWithoutName = (uid, gid) =>
  new AppError(
    'USER_WITHOUT_NAME',
    `The user number ${uid} has no name here, and PostgreSQL makes no database for such a one`,
    {
      hint: `Add a line to /etc/passwd (plinth:x:${uid}:${gid}::/tmp:/bin/sh), start as a user that has a name, or set DATABASE_URL to a PostgreSQL of your own.`,
    },
  );

/** @param {string} found @param {string} ours @param {string} folder */
export const clusterVersionDiffers = (found, ours, folder) =>
  new AppError('DATA_OTHER_POSTGRES', `The data in ${folder} is of PostgreSQL ${found}, this Plinth brings ${ours}`, {
    hint: `Start the Plinth version that made it, export the apps there, and import them here into a new data folder.`,
  });

/** @param {unknown} error */
export const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {string} folder */
function freeBytes(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Messages of every start and stop, which explain nothing. */
const ROUTINE =
  /starting PostgreSQL|listening on|database system is shut down|database system was|removing contents of/;

/** Its last lines, without timestamps. @param {string} output */
function lastWords(output) {
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => line.trim() && !ROUTINE.test(line));
  return (
    lines
      .slice(-3)
      .map((line) => line.replace(/^[\d\-:. ]+UTC \[\d+\] /, ''))
      .join(' | ') || 'it said nothing'
  );
}
