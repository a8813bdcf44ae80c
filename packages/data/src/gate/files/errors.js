/** @import { Message } from '@plinth/plugin' */
import { AppError, fieldMessages, phrase } from '@plinth/plugin';

/** The same error for missing files and for those that the actor may not have. */
export const fileNotFound = () =>
  new AppError('FILE_NOT_FOUND', 'This file does not exist', { status: 404, hint: 'It may have been deleted' });

/** @param {string} name @param {number} most in bytes */
export const fileTooLarge = (name, most) =>
  new AppError('FILE_TOO_LARGE', phrase`"${name}" is larger than ${Math.max(Math.floor(most / 1_000_000), 1)} MB`, {
    status: 413,
    hint: 'Send a smaller file',
  });

/** @param {string} name @param {string} mime @param {string} allowed */
export const fileTypeRefused = (name, mime, allowed) =>
  new AppError('FILE_TYPE_REFUSED', phrase`"${name}" is of type ${mime}, which is not allowed here`, {
    status: 422,
    hint: phrase`Allowed: ${allowed}`,
  });

/** @param {unknown} [cause] */
export const storageFull = (cause) =>
  new AppError('STORAGE_FULL', 'The disk has no space left for files', {
    status: 507,
    hint: 'Free some space on the disk of the data folder. Nothing of this upload was saved',
    cause,
  });

/**
 * Turns an error of the file system that means "no space" into one for users; null for any other.
 *
 * @param {any} error
 */
export const asStorageFull = (error) =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error?.code ?? error?.cause?.code)) ? storageFull(error) : null;

/** @param {number} most in MB */
export const siteFull = (most) =>
  new AppError('STORAGE_QUOTA', phrase`The files of this site have reached the limit of ${most} MB`, {
    status: 507,
    hint: 'An admin can delete files, or raise the limit in the settings of the site',
  });

/** @param {number} most in MB */
export const personFull = (most) =>
  new AppError('UPLOAD_QUOTA', phrase`Your files have reached the limit per person (${most} MB)`, {
    status: 413,
    hint: 'Delete files you no longer need, or ask an admin to raise the limit in the settings of the site',
  });

/** @param {number} wait seconds until the first one no longer counts */
export const visitorFull = (wait) =>
  new AppError('UPLOADS_TOO_MANY', 'Too many files were uploaded from your address in the last 24 hours', {
    status: 429,
    hint: 'Try again later, or log in',
    details: { retryAfter: Math.ceil(wait) },
  });

export const filesForbidden = () =>
  new AppError('FORBIDDEN', 'You are not allowed to manage files', { status: 403, hint: 'Ask an admin' });

/** @param {Message} message of the folder */
export const fileNameInvalid = (message) =>
  new AppError('FILE_NAME_INVALID', message, { status: 422, details: fieldMessages({ folder: message }) });
