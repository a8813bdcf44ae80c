import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mediaType } from './media-types.js';

const MAX_CACHED_BYTES = 256 * 1024;

/**
 * Every static file of core and of the plugins, by "owner/path". One hash of the whole set is part of every URL, so
 * that modules and style sheets can refer to each other by relative paths, and a response never changes.
 *
 * @param {readonly { owner: string, folder: URL }[]} sources
 * @param {(file: URL) => Promise<string>} joinCss returns a style sheet with its imports inlined
 * @returns {Promise<AssetIndex>}
 * @typedef {{ file: string, type: string, compressible: boolean, size: number, bytes: Buffer | null }} Asset
 *   `bytes`: only for files that are compressible or small; others are streamed
 * @typedef {{ hash: string, files: ReadonlyMap<string, Asset> }} AssetIndex
 */
export async function indexAssets(sources, joinCss) {
  /** @type {Map<string, Asset>} */
  const files = new Map();
  const hash = createHash('sha256');
  for (const { owner, folder } of sources) {
    const root = fileURLToPath(folder);
    for (const relative of await listFiles(root)) {
      const kind = mediaType(path.extname(relative).toLowerCase());
      if (!kind) continue;
      const file = path.join(root, relative);
      const bytes = await readAsset(file, joinCss);
      const name = `${owner}/${relative.split(path.sep).join('/')}`;
      hash.update(name).update('\0').update(bytes).update('\0');
      const isCached = kind.compressible || bytes.length <= MAX_CACHED_BYTES;
      files.set(name, { file, ...kind, size: bytes.length, bytes: isCached ? bytes : null });
    }
  }
  return { hash: hash.digest('hex').slice(0, 12), files };
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
