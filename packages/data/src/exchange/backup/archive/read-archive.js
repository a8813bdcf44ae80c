/** @import { Values } from '@plinth/plugin' */
/** @import { Head, Manifest } from '../types.d.ts' */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { phrase } from '@plinth/plugin';
import { backupDamaged, notABackup } from '../errors.js';
import { MAGIC, unseal } from './seal.js';
import { readTar } from './tar.js';

/** The description of 10,000 tables has some 20 MB. */
const MOST_DESCRIPTION = 64 * 1024 * 1024;
/** Characters of hashes that wait for their list: a list has 2,000 of them. */
const MOST_HASHES = 16 * 1024 * 1024;
const LONGEST_NAME = 1000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PLUGIN = /^[A-Za-z0-9][A-Za-z0-9._-]*@\d+\.\d+\.\d+[\w.+-]*$/;
// eslint-disable-next-line no-control-regex
const BAD_NAME = /[\u0000-\u001f\u007f\\:*?"<>|]/;

/**
 * An entry of a backup. `kind` says what it is, `key` is its table's number, its file's id or its plugin's path.
 *
 * @typedef {{ kind: 'data' | 'file' | 'plugin', key: string, size: number, body: AsyncIterable<Buffer> }} Item
 */

/**
 * Reads a backup: the description first, then items, each to be read to its end; at the end everything was compared with
 * the hashes in the archive. Nothing in the file becomes a path, a name or SQL here.
 *
 * @param {string} path @param {string} [passphrase]
 * @returns {AsyncGenerator<{ head: Head } | Item | { manifest: Manifest }>}
 * @throws {import('@plinth/plugin').AppError} BACKUP_DAMAGED, BACKUP_PASSPHRASE, BACKUP_UNKNOWN
 */
export async function* readArchive(path, passphrase) {
  const check = createCheck();
  let head = false;
  let manifest = null;
  let last = '';
  for await (const entry of readTar(unzipped(path, passphrase), { refused: backupDamaged })) {
    if (Buffer.byteLength(entry.name) > LONGEST_NAME) throw backupDamaged(phrase`a name in it is too long`);
    if (entry.kind !== '0') throw backupDamaged(phrase`"${entry.name}" is not a plain file`);
    if (manifest) throw backupDamaged(phrase`something follows its end`);
    if (!head) {
      if (entry.name !== 'backup.json') throw notABackup();
      head = true;
      const description = /** @type {Head} */ (parse(await check.whole(entry, MOST_DESCRIPTION)));
      check.name(description);
      yield { head: description };
      continue;
    }
    if (entry.name.startsWith('hashes/')) check.list(await whole(entry, MOST_DESCRIPTION));
    else if (entry.name === 'manifest.json') manifest = parse(await whole(entry, MOST_DESCRIPTION));
    else {
      const item = itemOf(entry.name);
      // In order, none can come twice.
      if (item.kind === 'file' && item.key <= last) throw backupDamaged(phrase`"${entry.name}" is out of order`);
      if (item.kind === 'file') last = item.key;
      yield { ...item, size: entry.size, body: check.stream(entry) };
    }
  }
  check.end(manifest);
  yield { manifest: /** @type {Manifest} */ (manifest) };
}

/** Reads all of a backup and compares it with its hashes. @param {string} path @param {string} [passphrase] @param {(bytes: number) => void} [told] */
export async function verifyArchive(path, passphrase, told = () => {}) {
  /** @type {Head | null} */
  let head = null;
  let bytes = 0;
  for await (const item of readArchive(path, passphrase)) {
    if ('head' in item) head = item.head;
    else if ('manifest' in item) return { head: /** @type {Head} */ (head), manifest: item.manifest, bytes };
    else {
      for await (const chunk of item.body) told(chunk.length);
      bytes += item.size;
    }
  }
  throw backupDamaged(phrase`it is incomplete`);
}

/** @param {string} path @param {string | undefined} passphrase */
async function* unzipped(path, passphrase) {
  const source = createReadStream(path, { highWaterMark: 256 * 1024 });
  const plain = unseal(passphrase)(source);
  const first = await plain.next();
  if (first.done || first.value.length === 0) throw notABackup();
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) throw notABackup();
  const gunzip = createGunzip();
  const whole = Readable.from(startingWith(first.value, plain));
  whole.on('error', (error) => gunzip.destroy(error));
  whole.pipe(gunzip);
  try {
    yield* gunzip;
    // The last chunk of an encrypted file may hold nothing that belongs to the archive.
    if (!whole.readableEnded && !gunzip.closed) await Promise.race([once(whole, 'end'), once(gunzip, 'close')]);
  } catch (error) {
    throw readable(error);
  } finally {
    source.destroy();
    whole.destroy();
    gunzip.destroy();
  }
}

/** @param {Buffer} first @param {AsyncGenerator<Buffer>} rest */
async function* startingWith(first, rest) {
  yield first;
  yield* rest;
}

/** What zlib says of a damaged file. @param {any} error */
const readable = (error) => {
  if (error.code === 'Z_BUF_ERROR') return backupDamaged(phrase`it is incomplete`);
  return /^Z_/.test(String(error.code)) ? backupDamaged(phrase`it was changed after it was written`) : error;
};

/** Whether a file is an encrypted backup, by its first bytes. @param {Buffer} first */
export const isSealed = (first) => first.subarray(0, MAGIC.length).equals(MAGIC);

/** @param {string} name @returns {{ kind: Item['kind'], key: string }} */
function itemOf(name) {
  const parts = name.split('/');
  const [folder, first] = parts;
  if (folder === 'data' && parts.length === 3 && /^\d{1,6}$/.test(first) && /^\d{6,9}\.copy$/.test(parts[2]))
    return { kind: 'data', key: first };
  if (folder === 'files' && parts.length === 2 && UUID.test(first)) return { kind: 'file', key: first };
  if (folder === 'plugins' && parts.length > 2 && PLUGIN.test(first) && parts.slice(2).every(isName))
    return { kind: 'plugin', key: parts.slice(1).join('/') };
  throw backupDamaged(phrase`"${name}" does not belong in a backup`);
}

/** @param {string} part of a path */
const isName = (part) =>
  part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= 255 && !BAD_NAME.test(part);

/** Compares what is read with the lists of hashes that follow it. */
function createCheck() {
  let lines = '';
  let count = 0;
  /** @type {string[]} */
  const lists = [];
  /** @type {Head | undefined} */
  let head;
  /** @param {{ name: string, body: AsyncIterable<Buffer> }} entry */
  async function* stream({ name, body }) {
    const hash = createHash('sha256');
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
    count++;
    lines += `${hash.digest('hex')}  ${name}\n`;
    if (lines.length > MOST_HASHES) throw backupDamaged(phrase`it is incomplete`);
  }
  return {
    stream,
    /** @param {{ name: string, size: number, body: AsyncIterable<Buffer> }} entry @param {number} most */
    whole: (entry, most) => whole({ ...entry, body: stream(entry) }, most),
    /** What later entries are about. @param {Head} description */
    name: (description) => void (head = description),
    /** @param {Buffer} bytes */
    list(bytes) {
      const listed = bytes.toString('utf8');
      if (listed !== lines)
        throw backupDamaged(phrase`the hash of ${firstDifference(listed, lines, head)} does not match`);
      lines = '';
      lists.push(createHash('sha256').update(bytes).digest('hex'));
    },
    /** @param {Values} manifest */
    end(manifest) {
      if (!manifest) throw backupDamaged(phrase`it is incomplete`);
      const matches = manifest.entries === count && JSON.stringify(manifest.hashes) === JSON.stringify(lists);
      if (!matches || lines !== '') throw backupDamaged(phrase`the hash of ${'manifest.json'} does not match`);
    },
  };
}

/**
 * The first entry whose hash is not the listed one; rows by the name of their table.
 *
 * @param {string} listed @param {string} found in the format of sha256sum @param {Head | undefined} head
 */
function firstDifference(listed, found, head) {
  const lines = listed.split('\n');
  const line = found.split('\n').find((one, i) => one !== lines[i]) || '  hashes';
  const name = line.slice(line.indexOf('  ') + 2);
  const table = /^data\/(\d+)\//.exec(name);
  const shape = table && head?.tables?.[Number(table[1])];
  return shape ? `${name} (${shape.schema}.${shape.name})` : name;
}

/** @param {{ size: number, body: AsyncIterable<Buffer> }} entry @param {number} most in bytes */
async function whole({ size, body }, most) {
  if (size > most) throw backupDamaged(phrase`its description is too long`);
  const chunks = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @param {Buffer} bytes @returns {any} */
function parse(bytes) {
  try {
    const value = JSON.parse(bytes.toString('utf8'));
    if (value && typeof value === 'object') return value;
  } catch {
    // Told below.
  }
  throw backupDamaged(phrase`its description is not valid`);
}
