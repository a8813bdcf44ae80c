import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The one way to the cluster that tests share, whatever leads to it. */
const CLUSTER = /\b(sharedCluster|startTestCluster|startEmbedded)\b/;
const OF_PACKAGE = /^@plinth\/data\/testing$/;

/**
 * Of test files, those that can reach a PostgreSQL by what they import. The others say the same whichever there is.
 *
 * @param {string} root @param {readonly string[]} files paths from the root
 * @returns {string[]}
 */
export function onDatabase(root, files) {
  /** @type {Map<string, string[] | null>} files that a file imports; null: it is at a cluster */
  const known = new Map();
  const next = (/** @type {string} */ path) => {
    if (!known.has(path)) known.set(path, importsOf(path));
    return known.get(path) ?? null;
  };
  return files.filter((file) => leadsToCluster(join(root, file), next));
}

/** @param {string} start @param {(path: string) => string[] | null} next */
function leadsToCluster(start, next) {
  const seen = new Set([start]);
  for (const path of seen) {
    const imported = next(path);
    if (!imported) return true;
    for (const one of imported) seen.add(one);
  }
  return false;
}

/** @param {string} path @returns {string[] | null} */
function importsOf(path) {
  if (!existsSync(path)) return [];
  const source = readFileSync(path, 'utf8');
  const names = [...source.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name);
  if (CLUSTER.test(source) || names.some((name) => OF_PACKAGE.test(name))) return null;
  return names.filter((name) => name.startsWith('.')).map((name) => join(dirname(path), name));
}
