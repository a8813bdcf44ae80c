/** @import { Values } from '@plinth/plugin' */
import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError, phrase } from '@plinth/plugin';

/** In the data folder. */
export const KEY_FILE = 'secret.key';
const BYTES = 32;

/**
 * The key of the secrets: the one of the configuration, or a file that is made when it is first needed. It is never in
 * the database, so a copy of the database alone opens nothing.
 *
 * @param {{ dataDir: string, configured: Buffer | null }} options configured: PLINTH_SECRET_KEY
 */
export function createSecretKey({ dataDir, configured }) {
  const file = path.join(dataDir, KEY_FILE);

  return {
    /** Where it comes from, for admins: null for the configuration, otherwise the file. */
    file: configured ? null : file,

    /** @returns {Promise<Buffer | null>} null: there is none yet @throws {AppError} SECRET_KEY_UNREADABLE */
    async read() {
      if (configured) return configured;
      if (dataDir === '') return null;
      let text;
      try {
        text = await readFile(file, 'utf8');
      } catch (error) {
        if (/** @type {Values} */ (error).code === 'ENOENT') return null;
        throw unreadable(file, error);
      }
      const key = readSecretKey(text.trim());
      if (!key) throw unreadable(file);
      return key;
    },

    /** @returns {Promise<Buffer>} @throws {AppError} SECRET_KEY_UNREADABLE */
    async readOrMake() {
      const known = await this.read();
      if (known) return known;
      if (dataDir === '') throw unreadable(KEY_FILE);
      try {
        await make(file);
      } catch (error) {
        throw unreadable(file, error);
      }
      return /** @type {Buffer} */ (await this.read());
    },
  };
}

/** 32 bytes as 64 hexadecimal digits or as base64. @param {string} text @returns {Buffer | null} null: it is neither */
export function readSecretKey(text) {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, 'base64url');
  return key.length === BYTES ? key : null;
}

/** Two processes may need the first one at once: the first link wins, and is whole. @param {string} file */
async function make(file) {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await writeFile(draft, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    await chmod(draft, 0o600);
    await link(draft, file);
  } catch (error) {
    if (/** @type {Values} */ (error).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** @param {string} file @param {unknown} [cause] */
const unreadable = (file, cause) =>
  new AppError('SECRET_KEY_UNREADABLE', phrase`The key of the secrets can't be read from ${file}`, {
    status: 500,
    cause,
    hint: 'Put back the file secret.key of the data folder, make it readable for Plinth, or set PLINTH_SECRET_KEY',
  });
