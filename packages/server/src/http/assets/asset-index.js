import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { joinModules } from './join-modules.js';
import { linkKit } from './kit-links.js';
import { mediaType } from './media-types.js';

const MAX_CACHED_BYTES = 256 * 1024;
/** The end of files that are stored as they are sent. */
const PACKED = '.br';

/**
 * Every static file of core and of the plugins, by "owner/path". One hash of the whole set is part of every URL, so
 * that modules and style sheets can refer to each other by relative paths, and a response never changes.
 *
 * @param {readonly { owner: string, folder: URL }[]} sources
 * @param {(file: URL) => Promise<string>} joinCss returns a style sheet with its imports inlined
 * @param {readonly import('./join-modules.js').Joined[]} [joined] modules that are sent with what they import
 * @returns {Promise<AssetIndex>}
 * @typedef {{ file: string, type: string, compressible: boolean, packed: boolean, size: number, bytes: Buffer | null }} Asset
 *   `bytes`: only for files that are compressible or small; others are streamed; packed: the file is compressed
 * @typedef {{ hash: string, files: ReadonlyMap<string, Asset>, joined: ReadonlyMap<string, string> }} AssetIndex
 *   joined: modules that are part of another one
 */
export async function indexAssets(sources, joinCss, joined = []) {
  const read = await readAll(sources, joinCss);
  const entryOf = joinScripts(read, joined);
  /** @type {Map<string, Asset>} */
  const files = new Map();
  const hash = createHash('sha256');
  for (const [name, { file, kind, packed, bytes }] of read) {
    hash.update(name).update('\0').update(bytes).update('\0');
    const isCached = !packed && (kind.compressible || bytes.length <= MAX_CACHED_BYTES);
    files.set(name, { file, ...kind, packed, size: bytes.length, bytes: isCached ? bytes : null });
  }
  return { hash: hash.digest('hex').slice(0, 12), files, joined: entryOf };
}

/**
 * @param {readonly { owner: string, folder: URL }[]} sources @param {(file: URL) => Promise<string>} joinCss
 * @typedef {{ file: string, kind: { type: string, compressible: boolean }, packed: boolean, bytes: Buffer }} ReadFile
 */
async function readAll(sources, joinCss) {
  /** @type {Map<string, ReadFile>} */
  const read = new Map();
  for (const { owner, folder } of sources) {
    const root = fileURLToPath(folder);
    for (const relative of await listFiles(root)) {
      const packed = relative.endsWith(PACKED);
      const served = packed ? relative.slice(0, -PACKED.length) : relative;
      const kind = mediaType(path.extname(served).toLowerCase());
      if (!kind) continue;
      const file = path.join(root, relative);
      const name = `${owner}/${served.split(path.sep).join('/')}`;
      const bytes = await readAsset(file, joinCss);
      const isScript = name.endsWith('.js') && !packed;
      read.set(name, { file, kind, packed, bytes: isScript ? Buffer.from(linkKit(name, String(bytes))) : bytes });
    }
  }
  return read;
}

/** @param {Map<string, ReadFile>} read whose texts it changes @param {readonly import('./join-modules.js').Joined[]} joined */
function joinScripts(read, joined) {
  if (joined.length === 0) return new Map();
  const scripts = [...read].filter(([name, { packed }]) => name.endsWith('.js') && !packed);
  const { texts, entryOf } = joinModules(new Map(scripts.map(([name, { bytes }]) => [name, String(bytes)])), joined);
  for (const [name, text] of texts) {
    const file = read.get(name);
    if (file) file.bytes = Buffer.from(text);
  }
  return entryOf;
}

/** @param {string} file @param {(file: URL) => Promise<string>} joinCss */
async function readAsset(file, joinCss) {
  if (!file.endsWith('.css')) return readFile(file);
  return Buffer.from(await joinCss(pathToFileURL(file)));
}

/**
 * Plain files below a folder; symbolic links are skipped, since they could lead anywhere.
 *
 * @param {string} root
 * @returns {Promise<string[]>}
 */
async function listFiles(root) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.m?js$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
