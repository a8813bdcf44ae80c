/** @import { Values } from '@plinth/plugin' */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@plinth/plugin';

/** @import { ReadStream } from 'node:fs' */
/** @import { Config, UploadedFile } from '@plinth/server/types' */

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const KEEP_MS = 24 * 60 * 60 * 1000;

/**
 * Uploads that wait for confirmation of how to read them (CSV columns, an app's name clashes). They are in the data
 * folder, so that any worker finds them, and are deleted after a day.
 *
 * @param {Config} config @param {string} kind
 */
export function pendingUploads(config, kind) {
  const folder = join(config.dataDir, 'uploads', kind);
  const pathOf = (/** @type {string} */ id) => {
    if (ID.test(id)) return join(folder, id);
    throw uploadGone();
  };
  return {
    /** @param {UploadedFile} file @returns {Promise<string>} its id */
    async keep(file) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await dropOld(folder);
      const id = randomUUID();
      await move(file.path, pathOf(id));
      return id;
    },
    /** @param {string} id @returns {Promise<ReadStream>} @throws {AppError} UPLOAD_GONE (404) */
    async open(id) {
      await stat(pathOf(id)).catch((error) => {
        throw uploadGone(error);
      });
      return createReadStream(pathOf(id));
    },
    /**
     * The path, for files that belong to it.
     *
     * @param {string} id
     * @returns {string}
     * @throws {AppError} UPLOAD_GONE (404)
     */
    path: pathOf,
    /** @param {string} id */
    drop: (id) => dropAll(folder, pathOf(id)),
    /**
     * Drops an upload that has been used, and remembers where that led to for who presses the button once more.
     *
     * @param {string} id @param {string} url
     */
    async finish(id, url) {
      await writeFile(`${pathOf(id)}.done`, url, { mode: 0o600 });
      await dropAll(folder, pathOf(id));
    },
    /** Where an upload led to that has been used. @param {string} id @returns {Promise<string | null>} */
    finished: (id) => readFile(`${pathOf(id)}.done`, 'utf8').catch(() => null),
  };
}

/**
 * A rename takes no space on the data folder's own disk; across disks, a failed copy is removed.
 *
 * @param {string} from @param {string} to
 */
async function move(from, to) {
  try {
    await rename(from, to);
  } catch (error) {
    if (/** @type {Values} */ (error).code !== 'EXDEV') throw error;
    await copyFile(from, to).catch(async (reason) => {
      await rm(to, { force: true });
      throw reason;
    });
  }
}

/**
 * An upload with what was noted about it.
 *
 * @param {string} folder @param {string} path
 */
async function dropAll(folder, path) {
  await rm(path, { force: true });
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    // Progress belongs to whoever runs the import.
    if (file.startsWith(`${path}.survey-`)) await rm(file, { force: true });
  }
}

/** @param {string} folder */
async function dropOld(folder) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > KEEP_MS) await rm(path, { force: true });
  }
}

/** @param {unknown} [cause] */
function uploadGone(cause) {
  return new AppError('UPLOAD_GONE', 'The uploaded file is no longer available', {
    status: 404,
    hint: 'Files waiting for confirmation are kept for a day. Upload it again',
    cause,
  });
}
