import { createHash } from 'node:crypto';
import { lstat, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * One hash of all files of a folder with their names: any change, addition, removal or replacement by a link changes
 * it.
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
    // Include names and lengths, so that no two folders give the same bytes.
    hash.update(JSON.stringify([name, found.isFile(), bytes.length]));
    hash.update(bytes);
  }
  return `sha512-${hash.digest('base64')}`;
}

/** Whether the plugin is under development: its folder is a link to the developer's. @param {string} folder */
export async function isLinked(folder) {
  return (await lstat(folder)).isSymbolicLink();
}
