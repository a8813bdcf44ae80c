/** @import { Encoding } from '../requests/answer.js' */
import { hash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compress } from '../requests/compression.js';

/** Files: some releases, each in two encodings. */
const MOST = 3000;
const MARK_BYTES = 32;

/**
 * Compressed forms of assets, kept in a folder by the contents they were made of. To make the smallest form of every script of
 * the admin takes seconds of CPU, which the first people after each start of a server would wait for.
 *
 * @param {string} folder is made when it is needed; if it can't be used, forms are made as if there were none
 * @param {{ most?: number }} [options] how many files are kept
 * @returns {typeof compress}
 */
export function createPackedForms(folder, { most = MOST } = {}) {
  /** @param {Buffer} bytes @param {Encoding} encoding */
  const find = async (bytes, encoding) => {
    const file = path.join(folder, `${hash('sha256', bytes)}.${encoding}`);
    const kept = await readForm(file);
    if (kept) return kept;
    const made = await compress(bytes, encoding, 'asset');
    await keepForm(file, made, most);
    return made;
  };
  return (bytes, encoding, effort) => (effort === 'asset' ? find(bytes, encoding) : compress(bytes, encoding, effort));
}

/** @param {string} file @returns {Promise<Buffer | null>} null if there is none, or not all of it was written */
async function readForm(file) {
  const kept = await readFile(file).catch(() => null);
  const form = kept?.subarray(MARK_BYTES);
  return kept && form && markOf(form).equals(kept.subarray(0, MARK_BYTES)) ? form : null;
}

/** @param {string} file @param {Buffer} form @param {number} most */
async function keepForm(file, form, most) {
  const folder = path.dirname(file);
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const known = await readdir(folder);
    // Most are of earlier releases; what is still needed is made again.
    if (known.length >= most) for (const name of known) await rm(path.join(folder, name), { force: true });
    await writeFile(draft, Buffer.concat([markOf(form), form]), { mode: 0o600 });
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => {});
  }
}

/** By which half a file is told from a whole one. @param {Buffer} form */
const markOf = (form) => hash('sha256', form, 'buffer');
