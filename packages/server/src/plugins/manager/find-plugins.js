/** @import { PluginState } from '@plinth/plugin' */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const BUNDLED = fileURLToPath(new URL('../../../../../plugins/', import.meta.url));
/** What a folder name may contain. */
const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/;
const PLUGIN_PACKAGE = fileURLToPath(new URL('../../../../plugin/', import.meta.url));

/**
 * @typedef {{ name: string, source: 'bundled' | 'installed', version: string | null, folder: string, entry: string }} Found
 *   name: of the package without "@plinth/"
 */

/**
 * The bundled plugins, and the installed ones in the version that the Catalog has pinned.
 *
 * @param {{ dataDir: string, states: readonly Pick<PluginState, 'name' | 'version'>[], bundled?: string }} options
 * @returns {Found[]}
 */
export function findPlugins({ dataDir, states, bundled = BUNDLED }) {
  const own = folders(bundled).flatMap((name) => describe(path.join(bundled, name), 'bundled'));
  const names = new Set(own.map((found) => found.name));
  const added = states
    .filter(({ name, version }) => VERSION.test(version ?? '') && !names.has(name))
    .flatMap(({ name, version }) => {
      const folder = installedFolder(dataDir, name, String(version));
      const found = describe(folder, 'installed', name);
      // The metadata may come from another server, without the plugin's files.
      return found.length > 0
        ? found
        : [{ name, source: /** @type {const} */ ('installed'), version, folder, entry: folder }];
    });
  if (added.length > 0) linkPluginPackage(dataDir);
  return [...own, ...added];
}

/** @param {string} dataDir @param {string} name @param {string} version */
export function installedFolder(dataDir, name, version) {
  return path.join(pluginsFolder(dataDir), `${name}@${version}`);
}

/** @param {string} dataDir */
export function pluginsFolder(dataDir) {
  return path.join(dataDir, 'plugins');
}

/** @param {string} folder @returns {string[]} */
function folders(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
}

/** @param {string} folder @param {'bundled' | 'installed'} source @param {string} [as] @returns {Found[]} */
function describe(folder, source, as) {
  const manifest = readManifest(folder);
  if (!manifest) return [];
  const name = as ?? manifest.name.replace(/^@plinth\//, '');
  return [{ name, source, version: manifest.version, folder, entry: entryFile(folder, manifest) }];
}

/** @param {string} folder @returns {any} null if there is no readable package.json */
export function readManifest(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  } catch {
    return null;
  }
}

/** The module that package.json names. @param {string} folder @param {any} manifest */
export function entryFile(folder, manifest) {
  const main = manifest.exports?.['.'] ?? manifest.exports ?? manifest.main ?? './index.js';
  const file = typeof main === 'string' ? main : (main.import ?? main.default ?? './index.js');
  const full = path.resolve(folder, typeof file === 'string' ? file : './index.js');
  return full.startsWith(folder + path.sep) ? full : path.join(folder, 'index.js');
}

/**
 * Lets installed plugins import our own "@plinth/plugin", so that its classes are the same as ours. The link is
 * replaced atomically, since other processes load plugins at the same time.
 *
 * @param {string} dataDir
 */
export function linkPluginPackage(dataDir) {
  const scope = path.join(pluginsFolder(dataDir), 'node_modules', '@plinth');
  const link = path.join(scope, 'plugin');
  if (targetOf(link) === PLUGIN_PACKAGE) return;
  mkdirSync(scope, { recursive: true });
  const made = path.join(scope, `.plugin-${process.pid}-${randomUUID()}`);
  symlinkSync(PLUGIN_PACKAGE, made, 'dir');
  renameSync(made, link);
}

/** @param {string} link @returns {string | null} null: there is no such link */
function targetOf(link) {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}
