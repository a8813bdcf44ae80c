import { createHash } from 'node:crypto';
import { lstat, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * One hash over all files of a folder, their names and what is in them: whatever is changed, added, taken away or turned
 * into a link gives another one.
 *
 * @param {string} folder @returns {Promise<string>}
 */
export async function contentsHash(folder) {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.split(path.sep).join('/')).sort();
  const hash = createHash('sha512');
  for (const name of names) {
    const full = path.join(folder, name);
    const found = await lstat(full);
    if (found.isDirectory()) continue;
    const bytes = found.isFile() ? await readFile(full) : Buffer.alloc(0);
    // Names and lengths of each file, so that no two folders come out as the same row of bytes.
    hash.update(JSON.stringify([name, found.isFile(), bytes.length]));
    hash.update(bytes);
  }
  return `sha512-${hash.digest('base64')}`;
}

/** Whether somebody works on the plugin where it lies: its folder is a link to his own. @param {string} folder */
export async function isLinked(folder) {
  return (await lstat(folder)).isSymbolicLink();
}
