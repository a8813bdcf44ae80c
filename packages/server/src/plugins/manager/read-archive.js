/** @import { Message } from '@plinth/plugin' */
import { Readable } from 'node:stream';
import { LIMITS, readTar } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';

const QUOTED = 100;
const LONGEST_PATH = 300;
/** The maximum length of a name in common file systems, in bytes. */
const LONGEST_NAME = 255;

/**
 * Reads an unpacked npm archive (tar). Accepts plain files below one top folder and nothing else: links, devices, paths
 * with "..", names that clash on some file system and wrong sizes are refused before anything is written.
 *
 * @param {Buffer} tar
 * @returns {Promise<{ name: string, bytes: Buffer }[]>} names without the top folder
 * @throws {AppError} ARCHIVE_REFUSED (422)
 */
export async function readArchive(tar) {
  /** @type {{ name: string, bytes: Buffer }[]} */
  const files = [];
  const names = createNames();
  for await (const { name: full, kind, body } of readTar(Readable.from([tar]), {
    refused,
    mostEntries: LIMITS.pluginEntries,
  })) {
    if (!['0', '5', 'g'].includes(kind))
      throw refused(phrase`"${full.slice(0, QUOTED)}" is neither a file nor a folder`);
    const bytes = Buffer.concat(await Array.fromAsync(body));
    if (kind === '5') names.addFolder(full);
    if (kind !== '0') continue;
    const name = checkName(full);
    names.addFile(name);
    files.push({ name, bytes });
    if (files.length > LIMITS.pluginFiles) throw refused(phrase`it has more than ${LIMITS.pluginFiles} files`);
  }
  return files;
}

/** @param {string} full */
function checkName(full) {
  const [, ...parts] = full.split('/');
  const name = parts.join('/');
  // eslint-disable-next-line no-control-regex
  const bad = /[\u0000-\u001f\u007f\\:*?"<>|]/;
  if (full.startsWith('/') || parts.length === 0 || name.length > LONGEST_PATH)
    throw refused(phrase`"${full.slice(0, QUOTED)}" points outside its folder`);
  for (const part of parts) {
    const isName = part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= LONGEST_NAME;
    if (!isName || bad.test(part) || part.endsWith('.') || part.endsWith(' ')) {
      throw refused(phrase`"${full.slice(0, QUOTED)}" is not a valid file path`);
    }
  }
  return name;
}

/** Normalizes names that are the same on some file system: macOS and Windows ignore case. */
function createNames() {
  /** @type {Set<string>} */
  const files = new Set();
  /** @type {Set<string>} */
  const folders = new Set();
  const folded = (/** @type {string} */ name) => name.normalize('NFC').toLowerCase();

  /** @param {string} name that goes into folders @param {number} depth of them */
  function enter(name, depth) {
    const parts = folded(name).split('/');
    if (depth > LIMITS.pluginLevels)
      throw refused(phrase`it has folders nested more than ${LIMITS.pluginLevels} levels deep`);
    for (let i = 1; i <= depth; i++) {
      const folder = parts.slice(0, i).join('/');
      if (files.has(folder)) throw refused(phrase`it has "${folder}" both as a file and as a folder`);
      folders.add(folder);
      if (folders.size > LIMITS.pluginFolders) throw refused(phrase`it has more than ${LIMITS.pluginFolders} folders`);
    }
  }

  return {
    /** @param {string} name */
    addFile(name) {
      if (files.has(folded(name))) throw refused(phrase`it has "${name}" twice`);
      if (folders.has(folded(name))) throw refused(phrase`it has "${name}" both as a file and as a folder`);
      enter(name, name.split('/').length - 1);
      files.add(folded(name));
    },
    /** Empty folders are not created, so only their name is checked. @param {string} full with the top folder */
    addFolder(full) {
      if (full.length > LONGEST_PATH) return;
      const parts = full.split('/').slice(1).filter(Boolean);
      enter(parts.join('/'), parts.length);
    },
  };
}

/** @param {Message} why */
export function refused(why) {
  return new AppError('ARCHIVE_REFUSED', phrase`The plugin's archive was rejected: ${why}`, {
    status: 422,
    hint: "Nothing was installed. Ask the plugin's author for a valid archive",
  });
}
