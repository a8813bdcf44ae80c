import { access, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@plinth/plugin';
import { pendingUploads } from './pending-uploads.js';
import { formErrors } from '../frame/index.js';

/** @import { Translate } from '@plinth/plugin' */
/** @import { App, Handler, Request } from '@plinth/server/types' */
/** @import { FormErrors } from '../frame/form-errors.js' */
/** @typedef {{ rows: number, inserted: number, rejected: number, waits?: boolean }} Progress
 *   waits: for another heavy job of this machine */
/** @typedef {{ signal: AbortSignal, onProgress: (now: Progress) => void }} Watched */

const EVERY_MS = 300;
/** An import that has been silent for this long is no longer running. */
const DEAD_MS = 30_000;
const NOTHING = { rows: 0, inserted: 0, rejected: 0 };

/**
 * Progress and cancellation of a running import, for assets/import.js.
 *
 * @param {string} path of the form that starts the import, with the upload's id as :id
 * @returns {Record<string, Handler>} routes
 */
export const importRoutes = (path) => ({
  [`GET ${path}/progress`]: async (req, res) => {
    const { t, formats } = req.ctx;
    const now = await importProgress(uploadOf(req));
    if (now?.waits) return void res.json({ text: t('admin.csv.waiting') });
    const told = now && { rows: formats.number(now.rows), rejected: formats.number(now.rejected) };
    res.json({ text: told && t('admin.csv.progress', told) });
  },
  [`POST ${path}/cancel`]: async (req, res) => {
    await cancelImport(uploadOf(req));
    res.json({});
  },
});

/** @param {Request} req */
const uploadOf = ({ ctx: { app }, params }) => pendingUploads(app.config, 'csv').path(params.id);

/**
 * Runs an import so that other requests can see its progress and stop it, whichever worker they reach: both are small
 * files beside the upload. A file can only be imported once at a time, because a form sent twice would import its rows
 * twice.
 *
 * @template T
 * @param {string} upload its path @param {(options: Watched) => Promise<T>} work
 * @param {App['heavy']} heavy says when this machine has room for it
 * @returns {Promise<T>}
 * @throws {AppError} IMPORT_RUNNING (409)
 */
export async function runImport(upload, work, heavy) {
  const stop = new AbortController();
  const end = new AbortController();
  /** @type {Progress} */
  let now = NOTHING;
  await claim(upload);
  const watching = watch(upload, { end: end.signal, stop, progress: () => now });
  try {
    const { signal } = stop;
    const begin = () => {
      now = NOTHING;
      return work({ signal, onProgress: (progress) => (now = progress) });
    };
    return await heavy(begin, { signal, waits: () => (now = { ...NOTHING, waits: true }) });
  } finally {
    end.abort();
    await watching;
    await forget(upload);
  }
}

/**
 * After cancelling, people want to know what has been imported.
 *
 * @param {any} error @param {Translate} t
 * @returns {FormErrors}
 */
export function importErrors(error, t) {
  const errors = formErrors(error, t);
  const isNothingIn = error?.code === 'CSV_CANCELLED' && !error.details?.inserted;
  return isNothingIn ? { ...errors, message: `${errors.message}. ${t('admin.csv.nothingIn')}` } : errors;
}

/** @param {string} upload @returns {Promise<Progress | null>} null if nothing is running */
async function importProgress(upload) {
  try {
    return JSON.parse(await readFile(progressFile(upload), 'utf8'));
  } catch {
    // There is none, or it is being written; the next request will see it.
    return null;
  }
}

/** A finished import is left alone. @param {string} upload */
async function cancelImport(upload) {
  if (await exists(progressFile(upload))) await writeFile(cancelFile(upload), '', { mode: 0o600 });
}

/** @param {string} upload */
async function claim(upload) {
  const file = progressFile(upload);
  const seen = await stat(file).catch(() => null);
  if (seen && Date.now() - seen.mtimeMs > DEAD_MS) await forget(upload);
  try {
    await writeFile(file, JSON.stringify(NOTHING), { mode: 0o600, flag: 'wx' });
    // Requested when the previous one had just finished.
    await rm(cancelFile(upload), { force: true });
  } catch (error) {
    if (/** @type {any} */ (error).code !== 'EEXIST') return;
    throw new AppError('IMPORT_RUNNING', 'This file is already being imported', {
      status: 409,
      hint: 'Wait until it is done, or its rows would be imported twice',
    });
  }
}

/** @param {string} upload @param {{ end: AbortSignal, stop: AbortController, progress: () => Progress }} job */
async function watch(upload, { end, stop, progress }) {
  while (!end.aborted) {
    // A full disk must not end an import that only reports its progress.
    await writeFile(progressFile(upload), JSON.stringify(progress()), { mode: 0o600 }).catch(() => {});
    if (await exists(cancelFile(upload))) stop.abort();
    await wait(EVERY_MS, undefined, { signal: end }).catch(() => {});
  }
}

/** @param {string} upload */
async function forget(upload) {
  await rm(progressFile(upload), { force: true });
  await rm(cancelFile(upload), { force: true });
}

const progressFile = (/** @type {string} */ upload) => `${upload}.progress`;
const cancelFile = (/** @type {string} */ upload) => `${upload}.cancel`;

/** @param {string} path */
const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );
