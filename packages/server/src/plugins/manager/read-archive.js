/** @import { Message } from '@plinth/plugin' */
import { LIMITS } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';

const BLOCK = 512;
/** Of a header that holds a long path, in bytes. */
const LONGEST_HEADER = 64 * 1024;
const QUOTED = 100;
const LONGEST_PATH = 300;
/** The maximum length of a name in common file systems, in bytes. */
const LONGEST_NAME = 255;

/**
 * Reads an unpacked npm archive (tar). Accepts plain files below one top folder and nothing else: links, devices, paths
 * with "..", names that clash on some file system and wrong sizes are refused before anything is written.
 *
 * @param {Buffer} tar
 * @returns {{ name: string, bytes: Buffer }[]} names without the top folder
 * @throws {AppError} ARCHIVE_REFUSED (422)
 */
export function readArchive(tar) {
  /** @type {{ name: string, bytes: Buffer }[]} */
  const files = [];
  const names = createNames();
  let longName = '';
  let entries = 0;
  for (let at = 0; at + BLOCK <= tar.length;) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    if (++entries > LIMITS.pluginEntries) throw refused(phrase`it has more than ${LIMITS.pluginEntries} entries`);
    checkSum(header);
    const size = readSize(header);
    const bytes = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (bytes.length !== size) throw refused(phrase`it ends in the middle of a file`);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const kind = String.fromCharCode(header[156]);
    if ((kind === 'x' || kind === 'L') && size > LONGEST_HEADER) throw refused(phrase`it is damaged`);
    if (kind === 'x') longName = paxPath(bytes) ?? longName;
    else if (kind === 'L') longName = text(bytes);
    else if (kind === '0' || kind === '\0') {
      const name = checkName(longName || headerName(header));
      names.addFile(name);
      longName = '';
      files.push({ name, bytes });
      if (files.length > LIMITS.pluginFiles) throw refused(phrase`it has more than ${LIMITS.pluginFiles} files`);
    } else if (kind === '5' || kind === 'g') {
      if (kind === '5') names.addFolder(longName || headerName(header));
      longName = '';
    } else throw refused(phrase`"${headerName(header)}" is neither a file nor a folder`);
  }
  return files;
}

/** @param {Buffer} header */
function checkSum(header) {
  const stored = parseInt(text(header.subarray(148, 156)).trim(), 8);
  let sum = 8 * 32;
  for (let i = 0; i < BLOCK; i++) if (i < 148 || i >= 156) sum += header[i];
  if (sum !== stored) throw refused(phrase`it is damaged`);
}

/** @param {Buffer} header */
function readSize(header) {
  const octal = text(header.subarray(124, 136)).trim();
  if (!/^[0-7]*$/.test(octal)) throw refused(phrase`it declares a wrong size`);
  return parseInt(octal || '0', 8);
}

/** @param {Buffer} header */
function headerName(header) {
  const name = text(header.subarray(0, 100));
  const prefix = text(header.subarray(257, 262)) === 'ustar' ? text(header.subarray(345, 500)) : '';
  return prefix ? `${prefix}/${name}` : name;
}

/** @param {Buffer} bytes @returns {string | null} */
function paxPath(bytes) {
  for (let at = 0; at < bytes.length;) {
    // At most as many digits as a header may need: otherwise each of them could be looked through again.
    const space = bytes.subarray(at, at + 7).indexOf(32) + at;
    const length = Number(bytes.subarray(at, space).toString('latin1'));
    if (space < at || !Number.isInteger(length) || length <= 0) throw refused(phrase`it is damaged`);
    const [key, ...value] = bytes
      .subarray(space + 1, at + length - 1)
      .toString('utf8')
      .split('=');
    if (key === 'path') return value.join('=');
    if (key === 'linkpath' || key === 'size') throw refused(phrase`it has links or wrong sizes`);
    at += length;
  }
  return null;
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

/** @param {Buffer} bytes up to the first NUL */
function text(bytes) {
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? bytes.length : end).toString('utf8');
}

/** @param {Message} why */
export function refused(why) {
  return new AppError('ARCHIVE_REFUSED', phrase`The plugin's archive was rejected: ${why}`, {
    status: 422,
    hint: "Nothing was installed. Ask the plugin's author for a valid archive",
  });
}
