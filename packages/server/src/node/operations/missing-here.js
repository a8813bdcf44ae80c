/** @import { Log } from '../../types.d.ts' */
import path from 'node:path';
import { missingContents, readPluginStates } from '@plinth/data';
import { installedFolder, pluginsFolder, readManifest } from '../../plugins/manager/find-plugins.js';

/**
 * What the database refers to but this data folder lacks: a second node on the same database has its own folder, unless
 * it shares that of the first.
 *
 * @typedef {{ plugins: string[], files: { looked: number, missing: number } }} Missing
 *   plugins: NAME@VERSION of those that are switched on; files: among those that were checked
 */

/** @param {any} connection @param {string} dataDir @returns {Promise<Missing>} */
export async function findMissing(connection, dataDir) {
  const states = await readPluginStates(connection);
  const plugins = states.flatMap(({ name, version, enabled }) =>
    // Bundled plugins have no version of their own.
    enabled && version !== null && !readManifest(installedFolder(dataDir, name, version)) ? [`${name}@${version}`] : [],
  );
  return { plugins, files: await missingContents(connection, dataDir) };
}

/**
 * Logs at startup what is missing, and how to get it.
 *
 * @param {{ connection: unknown, dataDir: string, log: Log }} options
 */
export async function tellMissing({ connection, dataDir, log }) {
  const found = await findMissing(connection, dataDir).catch((error) => {
    // A database that is briefly unavailable must not prevent the start.
    log.warn('could not check for missing files on this node', { error });
  });
  if (!found) return;
  const { plugins, files } = found;
  if (plugins.length > 0) {
    const hint = 'Share this folder with the node that has them, or copy it from there, then restart';
    log.warn('plugins are missing on this node', { plugins, folder: pluginsFolder(dataDir), hint });
  }
  if (files.missing > 0) {
    const hint =
      'Share this folder among all nodes. Until then, pages and downloads that use these files fail on this node';
    log.warn('files are missing on this node', { ...files, folder: path.join(dataDir, 'files'), hint });
  }
}
