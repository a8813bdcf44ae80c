/** @import { Plugin, PluginState, Values } from '@plinth/plugin' */
/** @import { Log } from '../../types.d.ts' */
/** @import { Found } from './find-plugins.js' */
import { pathToFileURL } from 'node:url';
import { AppError, checkLabels, createRegistry, phrase } from '@plinth/plugin';
import { contentsHash, isLinked } from './contents-hash.js';
import { inTime } from './in-time.js';
import { createTrial } from './trial.js';

/**
 * @typedef {object} PluginRecord what is known about a plugin in this process
 * @property {string} name
 * @property {'core' | 'bundled' | 'installed'} source
 * @property {string | null} version
 * @property {string | null} integrity
 * @property {boolean} enabled
 * @property {Values} config
 * @property {Plugin | null} plugin null if it is disabled or could not be loaded
 * @property {{ message: string, hint?: string, phrases?: AppError['phrases'] } | null} error why it could not be loaded;
 *   phrases: for translation, of expected errors
 */

/**
 * Loads plugins one after the other. A plugin that throws, hangs, or duplicates a definition is skipped and its error
 * recorded; the others are loaded all the same.
 *
 * @param {{ core: readonly Plugin[], found: readonly Found[], states: readonly Omit<PluginState, 'id'>[], safeMode: boolean, log: Log,
 *   patience?: number }} options
 *   safe mode: only core, and bundled themes, without which no page could be shown; patience: ms that loading one may take
 * @returns {Promise<{ registry: ReturnType<typeof createRegistry>, records: PluginRecord[] }>}
 */
export async function loadPlugins({ core, found, states, safeMode, log, patience }) {
  /** @type {Plugin[]} */
  const loaded = [...core];
  /** @type {Set<Plugin>} */
  const installed = new Set();
  let registry = createRegistry(loaded);
  /** @type {PluginRecord[]} */
  const records = [];
  const trial = createTrial({ patience });
  for (const candidate of found) {
    const state = states.find((entry) => entry.name === candidate.name);
    const record = describe(candidate, state);
    records.push(record);
    const needed = candidate.source === 'bundled' && candidate.name.startsWith('theme-');
    if (!record.enabled || (safeMode && !needed)) continue;
    try {
      await checkContents(candidate, state?.contents ?? null);
      if (candidate.source === 'installed') await trial.load(candidate.name, candidate.entry);
      const plugin = await load(candidate, patience);
      if (candidate.source === 'installed') installed.add(plugin);
      registry = createRegistry([...loaded, plugin], installed);
      loaded.push(plugin);
      record.plugin = plugin;
    } catch (error) {
      record.error = reason(error);
      log.error('plugin left out', { plugin: candidate.name, version: candidate.version, error });
    }
  }
  trial.close();
  return { registry, records };
}

/** @param {Found} candidate @param {Omit<PluginState, 'id'> | undefined} state @returns {PluginRecord} */
function describe({ name, source, version }, state) {
  return {
    name,
    source,
    version,
    integrity: state?.integrity ?? null,
    // Bundled plugins are enabled unless somebody disables them; installed ones only if an edit enabled them.
    enabled: state?.enabled ?? source === 'bundled',
    config: state?.config ?? {},
    plugin: null,
    error: null,
  };
}

/**
 * A plugin runs only if its files are as installed. Plugins installed before contents were pinned have no hash to
 * compare with, and those under development are linked.
 *
 * @param {Found} candidate @param {string | null} contents
 */
async function checkContents({ name, source, version, folder }, contents) {
  if (source !== 'installed' || contents === null) return;
  const now = await contentsHash(folder).catch(() => null);
  // Missing files are reported separately.
  if (now === null || now === contents || (await isLinked(folder))) return;
  throw new AppError('PLUGIN_CHANGED', phrase`The files of "${name}" have changed since it was installed`, {
    status: 409,
    hint: phrase`Install ${name}@${version ?? ''} again and find out who changed ${folder}`,
  });
}

/** @param {Found} candidate @param {number} [patience] @returns {Promise<Plugin>} */
async function load({ name, entry }, patience) {
  const module = await inTime(import(pathToFileURL(entry).href), name, patience);
  const plugin = module.plugin ?? module.default;
  if (!plugin || typeof plugin !== 'object' || typeof plugin.name !== 'string') {
    throw new TypeError(`"${name}" exports no plugin: its module must say "export const plugin = definePlugin({ … })"`);
  }
  if (!/^[a-z][a-z0-9-]{0,62}$/.test(plugin.name) || plugin.name.startsWith('core-') || plugin.name === 'admin') {
    throw new TypeError(`"${plugin.name}" is no name for a plugin: small letters, digits and hyphens`);
  }
  checkLabels(plugin);
  return plugin;
}

/** @param {any} error @returns {NonNullable<PluginRecord['error']>} */
function reason(error) {
  const message = error instanceof Error ? error.message : String(error);
  return { message, hint: error?.hint, ...(error instanceof AppError && { phrases: error.phrases }) };
}
