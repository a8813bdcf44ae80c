/** @import { Readable } from 'node:stream' */
import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { asUuid } from '../../postgres/sql/index.js';
import { asStorageFull, fileNotFound, fileTooLarge } from './errors.js';

/** Enough to detect the type, and the size of most images. */
const HEAD = 256 * 1024;

/**
 * File contents on disk, by id: <folder>/<last 2 hex>/<id>. (A uuidv7 begins with its time, so its first digits would
 * put all files of a day into one folder.) Nothing from outside ever becomes part of a path.
 *
 * @param {string} dataDir
 */
export function createStore(dataDir) {
  const folder = path.join(dataDir, 'files');
  const drafts = path.join(folder, 'drafts');
  const folderOf = (/** @type {string} */ id) => path.join(folder, id.slice(-2));
  const pathOf = (/** @type {string} */ id) => {
    if (!asUuid(id)) throw fileNotFound();
    return path.join(folderOf(id), id);
  };

  return {
    /**
     * Streams into a draft. `keep` turns it into the file, `drop` deletes it.
     *
     * @param {string} id @param {Readable | AsyncIterable<Buffer>} stream @param {{ name: string, most: number }}
     *   options
     * @throws FILE_TOO_LARGE, STORAGE_FULL; nothing is left behind then
     */
    async write(id, stream, { name, most }) {
      await mkdir(drafts, { recursive: true, mode: 0o700 });
      const draft = path.join(drafts, id);
      const drop = () => rm(draft, { force: true });
      try {
        return { ...(await writeDraft(draft, stream, { name, most })), drop, keep: () => keep(draft, id) };
      } catch (error) {
        await drop();
        throw asStorageFull(error) ?? error;
      }
    },

    /** @param {string} id @param {{ start: number, end: number }} [range] both included */
    async read(id, range) {
      const file = pathOf(id);
      const found = await stat(file).catch(() => null);
      if (!found) throw fileNotFound();
      return { stream: createReadStream(file, range ?? {}), size: found.size };
    },

    /** @param {string} id @returns {Promise<boolean>} whether the content is here */
    has: (id) =>
      stat(pathOf(id)).then(
        () => true,
        () => false,
      ),

    /** @param {string} id */
    remove: (id) => rm(pathOf(id), { force: true }),

    /**
     * Ids of contents older than a given time, without drafts.
     *
     * @param {number} before ms since 1970
     * @returns {AsyncGenerator<string>}
     */
    async *olderThan(before) {
      for (const entry of await names(folder)) {
        if (!/^[0-9a-f]{2}$/.test(entry)) continue;
        for (const id of await names(path.join(folder, entry))) {
          if (asUuid(id) && (await isOlder(path.join(folder, entry, id), before))) yield id;
        }
      }
    },

    /** Deletes unfinished uploads. @param {number} before ms since 1970 */
    async sweepDrafts(before) {
      for (const id of await names(drafts)) {
        if (await isOlder(path.join(drafts, id), before)) await rm(path.join(drafts, id), { force: true });
      }
    },
  };

  /** @param {string} draft @param {string} id */
  async function keep(draft, id) {
    try {
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 });
      await rename(draft, pathOf(id));
      await syncFolder(folderOf(id));
    } catch (error) {
      throw asStorageFull(error) ?? error;
    }
  }
}

/** @param {string} draft @param {Readable | AsyncIterable<Buffer>} stream @param {{ name: string, most: number }} options */
async function writeDraft(draft, stream, { name, most }) {
  const hash = createHash('sha256');
  /** @type {Buffer[]} */
  const first = [];
  let size = 0;
  const file = await open(draft, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
  try {
    for await (const part of stream) {
      const chunk = Buffer.isBuffer(part) ? part : Buffer.from(part);
      if (size < HEAD) first.push(chunk.subarray(0, HEAD - size));
      size += chunk.length;
      if (size > most) throw fileTooLarge(name, most);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex'), head: Buffer.concat(first) };
}

/** A rename is durable only once its folder has been flushed too. @param {string} folder */
async function syncFolder(folder) {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** @param {string} folder */
const names = (folder) => readdir(folder).catch(() => /** @type {string[]} */ ([]));

/** @param {string} file @param {number} before */
async function isOlder(file, before) {
  const found = await stat(file).catch(() => null);
  return found !== null && found.mtimeMs < before;
}
