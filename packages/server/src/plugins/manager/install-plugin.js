/** @import { Message, Plugin } from '@plinth/plugin' */
import { mkdir, rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { AppError, checkLabels, createRegistry, phrase } from '@plinth/plugin';
import { contentsHash } from './contents-hash.js';
import { packageName, withTarball } from './fetch-package.js';
import { entryFile, installedFolder, linkPluginPackage, pluginsFolder } from './find-plugins.js';
import { inTime } from './in-time.js';
import { createTrial } from './trial.js';
import { openArchive } from './unpack.js';

/** Together they make a folder name, which may have 255 bytes. */
const LONGEST_NAME = 180;
const LONGEST_VERSION = 64;

/**
 * Puts a plugin's files where the server finds them. This does not enable it: an edit pins its version.
 *
 * @param {{ dataDir: string, source: string, taken: readonly string[], inUse?: (name: string) => readonly Plugin[],
 *   patience?: number }} options
 *   taken: names of bundled plugins; inUse: what is loaded besides earlier versions of the plugin of this name; patience: ms
 *   that loading it may take
 * @returns {Promise<{ name: string, version: string, integrity: string, contents: string, label: string }>}
 *   integrity: of the archive that was fetched; contents: of the files as they lie in the data folder
 * @throws {AppError} ARCHIVE_REFUSED, DEFINITION_DUPLICATE, PLUGIN_REFUSED, PLUGIN_SOURCE_INVALID, PLUGIN_NOT_FETCHED,
 *   PLUGIN_SLOW, PLUGIN_ENDS_PROCESS, NPM_MISSING
 */
export async function installPlugin({ dataDir, source, taken, inUse = () => [], patience }) {
  return withTarball(source, async (tarball) => {
    const archive = await openArchive(tarball);
    const { name, version } = checkManifest(archive.manifest, taken, packageName(source));
    await mkdir(pluginsFolder(dataDir), { recursive: true, mode: 0o700 });
    const folder = installedFolder(dataDir, name, version);
    await archive.write(folder);
    linkPluginPackage(dataDir);
    const trial = createTrial({ patience });
    try {
      const entry = entryFile(folder, archive.manifest);
      await trial.load(name, entry);
      const plugin = await inTime(tryLoad(entry, inUse(name)), name, patience);
      const contents = await contentsHash(folder);
      return { name, version, integrity: archive.integrity, contents, label: plugin.label ?? plugin.name };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error instanceof AppError
        ? error
        : refused(name, phrase`it could not be loaded: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      trial.close();
    }
  });
}

/** @param {any} manifest @param {readonly string[]} taken @param {string | null} asked the requested name */
function checkManifest(manifest, taken, asked) {
  const { name, version } = manifest;
  if (typeof name !== 'string' || name.length > LONGEST_NAME || !/^(@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*$/.test(name)) {
    throw refused(asked ?? '?', phrase`its package.json has no valid name`);
  }
  if (typeof version !== 'string' || version.length > LONGEST_VERSION || !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) {
    throw refused(name, phrase`its package.json has no valid version`);
  }
  const dependencies = manifest.dependencies ?? {};
  if (typeof dependencies !== 'object') throw refused(name, phrase`its package.json has no valid dependencies`);
  if (asked !== null && name !== asked) {
    throw refused(asked, phrase`the package that was downloaded is named "${name}"`);
  }
  if (taken.includes(name) || taken.includes(name.replace(/^@plinth\//, ''))) {
    throw refused(name, phrase`Plinth includes a plugin with this name`);
  }
  const needs = Object.keys(dependencies).filter((needed) => needed !== '@plinth/plugin');
  if (needs.length > 0) {
    throw refused(
      name,
      phrase`it needs other packages (${needs.join(', ')}); a plugin must bundle everything it needs`,
    );
  }
  // A name with a slash would be two segments of a URL.
  return { name: name.replace(/^@/, '').replace('/', '.'), version };
}

/** @param {string} entry @param {readonly Plugin[]} others */
async function tryLoad(entry, others) {
  const module = await import(pathToFileURL(entry).href);
  const plugin = module.plugin ?? module.default;
  if (!plugin || typeof plugin.name !== 'string') throw new TypeError('it exports no plugin');
  // Throws if it is written for another API version or has duplicate definitions.
  createRegistry([...others, plugin]);
  checkLabels(plugin);
  return plugin;
}

/** @param {string} name @param {Message} why */
function refused(name, why) {
  return new AppError('PLUGIN_REFUSED', phrase`The plugin "${name}" was not installed: ${why}`, {
    status: 422,
    hint: 'Report it to the plugin’s author',
  });
}
