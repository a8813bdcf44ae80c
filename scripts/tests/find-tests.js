import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const FOLDERS = ['packages', 'plugins', 'scripts', 'docs', 'benchmarks'];

/**
 * Every test file of the repository, or those at the given paths (files or folders).
 *
 * @param {string} root
 * @param {{ paths?: string[], long?: boolean }} options `long` adds the slow tests, *.long-test.js
 * @returns {string[]} paths from the root, sorted
 */
export function findTests(root, { paths = [], long = false }) {
  const pattern = long ? /\.(test|long-test)\.js$/ : /\.test\.js$/;
  const starts = paths.length > 0 ? paths.map((path) => resolve(path)) : FOLDERS.map((folder) => join(root, folder));
  return starts
    .flatMap((start) => (statSync(start, { throwIfNoEntry: false })?.isFile() ? [start] : walk(start, pattern)))
    .map((file) => relative(root, file))
    .sort();
}

/** @param {string} folder @param {RegExp} pattern @returns {string[]} */
function walk(folder, pattern) {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : walk(path, pattern);
    return pattern.test(entry.name) ? [path] : [];
  });
}
