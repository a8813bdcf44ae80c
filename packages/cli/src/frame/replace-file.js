import { rename, rm, writeFile } from 'node:fs/promises';
import { AppError } from '@plinth/plugin';

/**
 * Replaces a file completely or not at all: a full disk must not cost the old one.
 *
 * @param {string} path @param {string} text
 * @throws {AppError} FILE_NOT_WRITABLE
 */
export async function replaceFile(path, text) {
  const draft = `${path}.${process.pid}.new`;
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw new AppError('FILE_NOT_WRITABLE', `${path} can't be written: ${/** @type {Error} */ (error).message}`, {
      hint: 'Check the folder and its free disk space.',
      cause: error,
    });
  }
}
