/** @import { Entry } from './archive/write-archive.js' */
/** @import { Pace } from './database/dump.js' */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { backupDiskFull, isDiskFull } from './errors.js';

const PAGE = 1000;
const CHUNK = 256 * 1024;

/** Where the contents of a file lie (see files/store.js). @param {string} dataDir @param {string} id */
const placeOf = (dataDir, id) => path.join(dataDir, 'files', id.slice(-2), id);

/**
 * The contents of all files that the snapshot names. While a backup runs nothing removes contents, so that those of a
 * file deleted meanwhile are still there.
 *
 * @param {import('pg').Client} client in the snapshot @param {string} dataDir
 * @param {{ pace: Pace, missing(id: string): void }} options
 * @returns {AsyncGenerator<Entry>}
 */
export async function* dumpFiles(client, dataDir, { pace, missing }) {
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await client.query('select id from plinth.files where id > $1 order by id limit $2', [last, PAGE]);
    for (const { id } of rows) {
      const place = placeOf(dataDir, id);
      const found = await stat(place).catch(() => null);
      if (found) yield { name: `files/${id}`, size: found.size, body: paced(place, pace) };
      else missing(id);
    }
    if (rows.length < PAGE) return;
    last = rows[rows.length - 1].id;
  }
}

/** The code of installed plugins. @param {string} dataDir @param {readonly string[]} plugins NAME@VERSION @param {Pace} pace @returns {AsyncGenerator<Entry>} */
export async function* dumpPlugins(dataDir, plugins, pace) {
  for (const plugin of plugins) {
    const folder = path.join(dataDir, 'plugins', plugin);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const place = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, place).split(path.sep).join('/');
      yield { name: `plugins/${plugin}/${name}`, size: (await stat(place)).size, body: paced(place, pace) };
    }
  }
}

/**
 * Installed plugins whose code lies here. One under development is a link to its developer's folder: it stays there.
 *
 * @param {import('pg').Client} client @param {string} dataDir
 * @returns {Promise<string[]>} NAME@VERSION
 */
export async function installedPlugins(client, dataDir) {
  const { rows } = await client.query(`
    select name || '@' || (body ->> 'version') as plugin
      from plinth.objects
     where kind = 'plugin' and body ->> 'version' is not null
     order by 1`);
  const there = await Promise.all(
    rows.map(({ plugin }) => lstat(path.join(dataDir, 'plugins', plugin)).catch(() => null)),
  );
  return rows.map(({ plugin }) => plugin).filter((_, i) => there[i]?.isDirectory());
}

/** @param {string} place @param {Pace} pace */
async function* paced(place, pace) {
  for await (const chunk of createReadStream(place, { highWaterMark: CHUNK })) {
    yield chunk;
    await pace();
  }
}

/**
 * Puts contents where the rows of a backup will look for them. The contents of an id never change, so that those of the
 * old state stay right until the rows are replaced, and those that no row names are swept later.
 *
 * @param {string} dataDir
 */
export function createContents(dataDir) {
  const staged = path.join(dataDir, 'plugins', `.restore-${process.pid}-${randomUUID()}`);
  /** @type {Set<string>} */
  const plugins = new Set();
  /** @type {{ target: string, old: string | null }[]} */
  const swapped = [];
  /** Contents that were not there before. @type {string[]} */
  const added = [];

  return {
    /** @param {string} id @param {AsyncIterable<Buffer>} body @param {number} size */
    async file(id, body, size) {
      const target = placeOf(dataDir, id);
      const draft = path.join(dataDir, 'files', 'drafts', randomUUID());
      await writeWhole(draft, body);
      const found = await stat(target).catch(() => null);
      if (found?.size === size && (await hashOf(target)) === (await hashOf(draft))) return rm(draft);
      if (!found) added.push(target);
      try {
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    /** @param {string} key NAME@VERSION/PATH, checked by the reader @param {AsyncIterable<Buffer>} body */
    async plugin(key, body) {
      plugins.add(key.split('/')[0]);
      await writeWhole(path.join(staged, ...key.split('/')), body);
    },
    /** Puts the plugins in their places. Folders that are exactly the same stay. */
    async place() {
      for (const plugin of plugins) {
        const target = path.join(dataDir, 'plugins', plugin);
        const isThere = await lstat(target).catch(() => null);
        const old = isThere ? path.join(dataDir, 'plugins', `.old-${randomUUID()}`) : null;
        if (old) await rename(target, old);
        swapped.push({ target, old });
        await rename(path.join(staged, plugin), target);
      }
    },
    /** The restore failed: plugins go back, and what nothing names takes no room. */
    async undo() {
      for (const place of added) await rm(place, { force: true });
      for (const { target, old } of swapped) {
        await rm(target, { recursive: true, force: true });
        if (old) await rename(old, target);
      }
      await rm(staged, { recursive: true, force: true });
    },
    async done() {
      for (const { old } of swapped) if (old) await rm(old, { recursive: true, force: true });
      await rm(staged, { recursive: true, force: true });
    },
  };
}

/** @param {string} place @param {AsyncIterable<Buffer>} body */
async function writeWhole(place, body) {
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  try {
    const file = await open(place, 'wx', 0o600);
    try {
      for await (const chunk of body) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(place, { force: true });
    throw isDiskFull(error) ? backupDiskFull(path.dirname(place), error) : error;
  }
}

/** SHA-256 of a file, in hex. @param {string} place */
export async function hashOf(place) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(place, { highWaterMark: CHUNK })) hash.update(chunk);
  return hash.digest('hex');
}
