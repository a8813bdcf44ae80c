import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** @typedef {{ rows: number, inserted: number, rejected: number }} Progress */

const EVERY_MS = 300;

/**
 * Runs an import so that other requests see how far it is and can stop it, whichever worker they reach: both are small
 * files beside the upload.
 *
 * @template T
 * @param {string} upload its path @param {(options: { signal: AbortSignal, onProgress: (now: Progress) => void }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function runImport(upload, work) {
  const stop = new AbortController();
  const end = new AbortController();
  /** @type {Progress} */
  let now = { rows: 0, inserted: 0, rejected: 0 };
  await forget(upload);
  const watching = watch(upload, { end: end.signal, stop, progress: () => now });
  try {
    return await work({ signal: stop.signal, onProgress: (progress) => (now = progress) });
  } finally {
    end.abort();
    await watching;
    await forget(upload);
  }
}

/** @param {string} upload @returns {Promise<Progress | null>} null: nothing runs */
export async function importProgress(upload) {
  try {
    return JSON.parse(await readFile(progressFile(upload), 'utf8'));
  } catch {
    // There is none, or it is being written: whoever asks asks again.
    return null;
  }
}

/** An import that has ended is left as it is. @param {string} upload */
export async function cancelImport(upload) {
  if (await exists(progressFile(upload))) await writeFile(cancelFile(upload), '', { mode: 0o600 });
}

/** @param {string} upload @param {{ end: AbortSignal, stop: AbortController, progress: () => Progress }} job */
async function watch(upload, { end, stop, progress }) {
  while (!end.aborted) {
    // A full disk must not end an import that only says how far it is.
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
