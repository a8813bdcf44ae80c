/** @import { Message } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

const UNTOUCHED = 'Nothing was changed';

/** @param {Message} why */
export const backupDamaged = (why) =>
  new AppError('BACKUP_DAMAGED', phrase`The backup can’t be used: ${why}`, {
    status: 422,
    hint: `${UNTOUCHED}. Use another copy of the file, or an older backup`,
  });

export const notABackup = () =>
  new AppError('BACKUP_UNKNOWN', 'This file is not a backup of Plinth', {
    status: 422,
    hint: `${UNTOUCHED}. Use a file written by plinth backup`,
  });

export const passphraseMissing = () =>
  new AppError('BACKUP_PASSPHRASE', 'This backup is encrypted', {
    status: 422,
    hint: `${UNTOUCHED}. Enter its passphrase: --passphrase-stdin, or BACKUP_PASSPHRASE`,
  });

export const passphraseWrong = () =>
  new AppError('BACKUP_PASSPHRASE', 'The passphrase is wrong, or the first bytes of the file are damaged', {
    status: 422,
    hint: `${UNTOUCHED}. Try again with the passphrase that the backup was made with`,
  });

/** @param {number} least in characters */
export const passphraseShort = (least) =>
  new AppError('BACKUP_PASSPHRASE', phrase`The passphrase must have at least ${least} characters`, {
    status: 422,
    hint: 'Several random words are easy to write down and hard to guess',
  });

/** @param {string} plinth its version @param {string} unknown */
export const backupNewer = (plinth, unknown) =>
  new AppError('BACKUP_NEWER', phrase`This backup was made by a newer version of Plinth (${plinth})`, {
    status: 422,
    hint: phrase`Nothing was changed. Upgrade Plinth first; this version does not know ${unknown}`,
  });

/** @param {string} what expression @param {string} name function */
export const backupUnsafe = (what, name) =>
  new AppError('BACKUP_UNSAFE', phrase`The backup was refused: ${what} calls ${name}`, {
    status: 422,
    hint: 'A backup holds data only. Nothing was changed. Use a backup that you trust',
  });

export const nothingToBackUp = () =>
  new AppError('BACKUP_EMPTY', 'There is nothing to back up: this database has never been used by Plinth', {
    status: 409,
    hint: 'Check DATABASE_URL and PLINTH_DATA',
  });

export const backupRunning = () =>
  new AppError('BACKUP_RUNNING', 'Another backup or restore is running', {
    status: 409,
    hint: 'Wait until it is finished, then try again',
  });

/** @param {string} folder @param {unknown} [cause] */
export const backupDiskFull = (folder, cause) =>
  new AppError('BACKUP_DISK_FULL', phrase`There is not enough space left in ${folder}`, {
    status: 507,
    hint: 'Free some space or use another disk. Nothing was changed, and no incomplete backup is left behind',
    cause,
  });

/** @param {string} place @param {unknown} cause */
export const backupNotWritable = (place, cause) =>
  new AppError('BACKUP_NOT_WRITABLE', phrase`${place} can’t be written: ${/** @type {Error} */ (cause).message}`, {
    hint: 'Check the folder and its permissions',
    cause,
  });

export const databaseNotEmpty = () =>
  new AppError('RESTORE_NOT_EMPTY', 'This database already has data', {
    status: 409,
    hint: 'Nothing was changed. Use --replace to replace everything in it, accounts included',
  });

/** @param {string} who */
export const serverRunning = (who) =>
  new AppError('RESTORE_SERVER_RUNNING', phrase`Plinth is running on this database (${who})`, {
    status: 409,
    hint: 'Stop the server, restore, and start it again. Nothing was changed',
  });

/** @param {unknown} cause */
export const restoreTooManyTables = (cause) =>
  new AppError('RESTORE_TOO_MANY_TABLES', 'PostgreSQL has no room to lock all tables of the backup at once', {
    hint: 'Nothing was changed. Raise max_locks_per_transaction in PostgreSQL (to 1024, for example), restart it and try again',
    cause,
  });

/** @param {string} name @param {unknown} cause */
export const restoreFailed = (name, cause) =>
  new AppError('RESTORE_FAILED', phrase`${name} could not be restored: ${/** @type {Error} */ (cause).message}`, {
    hint: 'Nothing was changed: the database is as it was before',
    cause,
  });

/** @param {string} from @param {string} to versions of PostgreSQL @param {unknown} cause */
export const restorePostgresOlder = (from, to, cause) =>
  new AppError(
    'RESTORE_POSTGRES_OLDER',
    phrase`The backup comes from PostgreSQL ${from} and uses what PostgreSQL ${to} does not have: ${/** @type {Error} */ (cause).message}`,
    { status: 422, hint: phrase`Nothing was changed. Restore it with PostgreSQL ${from} or newer`, cause },
  );

/** @param {Message} difference */
export const backupDiffers = (difference) =>
  new AppError('BACKUP_DIFFERS', phrase`The backup was restored for a test and is not the same: ${difference}`, {
    hint: 'Make a new backup. If it happens again, check the disk and the memory of this machine',
  });

/** @param {any} error @returns {boolean} */
export const isDiskFull = (error) =>
  ['ENOSPC', 'EDQUOT', '53100'].includes(String(error?.code)) || (error?.cause ? isDiskFull(error.cause) : false);
