import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/**
 * The server's own interface texts: every file in a folder named texts, each with its area's texts by language.
 *
 * @returns {Promise<Record<string, Record<string, string>>[]>}
 */
export async function collectTexts() {
  const entries = await readdir(ROOT, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(
      (entry) =>
        entry.isFile() &&
        path.basename(entry.parentPath) === 'texts' &&
        /^[a-z-]+\.js$/.test(entry.name) &&
        entry.name !== 'index.js',
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)));
  return modules.map((module) => module.texts).filter(Boolean);
}
