import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, dev?: boolean, link?:
 *   boolean }} LockEntry
 */

/**
 * Compares the installed packages with the lockfile by content, since a fresh checkout changes every file's time.
 *
 * @param {string} root
 * @param {{ dev: boolean }} options whether development dependencies count
 * @returns {'missing' | 'stale' | 'current'}
 */
export function lockfileState(root, { dev }) {
  const installedPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedPath)) return 'missing';
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(installedPath);
  const isCurrent = Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && (dev || !entry.dev))
    .every(([path, entry]) => matches(entry, installed[path]));
  return isCurrent ? 'current' : 'stale';
}

/** @param {string} path @returns {Record<string, LockEntry>} */
const readPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * Packages for other platforms are optional and absent.
 *
 * @param {LockEntry} wanted
 * @param {LockEntry | undefined} found
 */
function matches(wanted, found) {
  if (!found) return Boolean(wanted.optional || wanted.devOptional);
  return found.link === wanted.link && found.version === wanted.version && found.integrity === wanted.integrity;
}
