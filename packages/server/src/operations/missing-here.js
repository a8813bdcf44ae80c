/** @import { Log } from '../types.d.ts' */
import path from 'node:path';
import { missingContents, readPluginStates } from '@plinth/data';
import { installedFolder, pluginsFolder, readManifest } from '../plugins/find-plugins.js';

/**
 * What the database names and this data folder has not got: a second node on one database has a folder of its own, unless it
 * was given that of the first.
 *
 * @typedef {{ plugins: string[], files: { looked: number, missing: number } }} Missing
 *   plugins: NAME@VERSION of those that are switched on; files: of those that were looked at
 */

/** @param {any} connection @param {string} dataDir @returns {Promise<Missing>} */
export async function findMissing(connection, dataDir) {
  const states = await readPluginStates(connection);
  const plugins = states.flatMap(({ name, version, enabled }) =>
    // What comes with Plinth has no version of its own.
    enabled && version !== null && !readManifest(installedFolder(dataDir, name, version)) ? [`${name}@${version}`] : [],
  );
  return { plugins, files: await missingContents(connection, dataDir) };
}

/**
 * Says at a start what is missing, and how to come by it.
 *
 * @param {{ connection: any, dataDir: string, log: Log }} options
 */
export async function tellMissing({ connection, dataDir, log }) {
  const found = await findMissing(connection, dataDir).catch((error) => {
    // A database that is away for a moment is no reason not to start.
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
