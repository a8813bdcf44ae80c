/** @import { Actor } from '@plinth/plugin' */
/** @import { AppsContext } from './index.js' */
import { AppError, phrase } from '@plinth/plugin';
import { Readable } from 'node:stream';
import { LIMITS } from '../../catalog/limits/limits.js';

/**
 * Stores the files of a document before the rows that refer to them, and removes them if the rows then don't come.
 *
 * @template T
 * @param {AppsContext} context @param {Actor} actor
 * @param {Record<string, { name?: string, mime: string, data: string }>} files
 * @param {(fileIds: Map<string, string>) => Promise<T>} install with ids by key
 * @returns {Promise<T>}
 */
export async function withFiles(context, actor, files, install) {
  const ids = new Map();
  try {
    for (const [key, { name = key, mime, data }] of Object.entries(files)) {
      const stored = await context.files.add(actor, Readable.from([Buffer.from(data, 'base64')]), { name, mime });
      ids.set(key, stored.id);
    }
    return await install(ids);
  } catch (error) {
    if (ids.size > 0) await context.files.dropUnused([...ids.values()]);
    throw error;
  }
}

/**
 * Reads the files that rows refer to.
 *
 * @param {AppsContext} context @param {Actor} actor @param {Set<string>} ids
 * @returns {Promise<{ files: Record<string, { name: string, mime: string, data: string }>, keys: Map<string, string>
 *   }>}
 * @throws {AppError} APP_TOO_LARGE
 */
export async function takeFiles(context, actor, ids) {
  /** @type {Record<string, { name: string, mime: string, data: string }>} */
  const files = {};
  const keys = new Map();
  let bytes = 0;
  const found = await Promise.all([...ids].map((id) => context.files.get(actor, id)));
  // Ordered by content, not by id, since ids differ between servers.
  found.sort((a, b) => (a.sha256 + a.name < b.sha256 + b.name ? -1 : 1));
  for (const file of found) {
    bytes += file.size;
    if (bytes > LIMITS.appFilesBytes) throw tooLarge();
    const { stream } = await context.files.open(actor, file.id);
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const key = unusedKey(files, file.sha256.slice(0, 12));
    files[key] = { name: file.name, mime: file.mime, data: Buffer.concat(chunks).toString('base64') };
    keys.set(file.id, key);
  }
  return { files, keys };
}

/** @param {object} files @param {string} wanted */
function unusedKey(files, wanted) {
  let key = wanted;
  for (let i = 2; Object.hasOwn(files, key); i++) key = `${wanted}-${i}`;
  return key;
}

function tooLarge() {
  return new AppError(
    'APP_TOO_LARGE',
    phrase`The app's files are larger than ${LIMITS.appFilesBytes / 1024 / 1024} MB together`,
    {
      status: 413,
      hint: 'Export it without rows, or take a backup instead',
    },
  );
}
