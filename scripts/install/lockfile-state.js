import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, dev?: boolean, link?:
 *   boolean, resolved?: string }} LockEntry
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
    // A link to a package of ours holds whatever is checked out.
    .every(([path, entry]) => (entry.link ? existsSync(join(root, path)) : matches(entry, installed[path])));
  return isCurrent ? 'current' : 'stale';
}

/**
 * Links packages of ours that have come with a newer checkout, for which nothing has to be fetched.
 *
 * @param {string} root
 */
export function linkOwn(root) {
  if (!existsSync(join(root, 'node_modules'))) return;
  for (const [path, { link, resolved = '' }] of Object.entries(readPackages(join(root, 'package-lock.json')))) {
    const at = join(root, path);
    if (!link || existsSync(at) || !existsSync(join(root, resolved))) continue;
    mkdirSync(dirname(at), { recursive: true });
    rmSync(at, { force: true });
    symlinkSync(relative(dirname(at), join(root, resolved)), at, 'junction');
  }
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
  return found.version === wanted.version && found.integrity === wanted.integrity;
}
