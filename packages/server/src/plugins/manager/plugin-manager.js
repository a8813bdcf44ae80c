/** @import { Actor, Catalog, Registry } from '@plinth/plugin' */
/** @import { PluginRecord } from './load-plugins.js' */
import { isDeepStrictEqual } from 'node:util';
import { AppError, hasFullAccess, phrase } from '@plinth/plugin';
import { installedFolder } from './find-plugins.js';
import { installPlugin } from './install-plugin.js';
import { divideSettings, keyOf, settingsOf } from './plugin-settings.js';

/**
 * @typedef {{ data: any, records: readonly PluginRecord[], registry: Registry, config: { dataDir: string, safeMode?: boolean },
 *   reloaded: () => Promise<void> }} ManagerParts
 *   reloaded: resolves when this process uses the plugins in the current Catalog
 */

/**
 * What the admin screens and the command line do with plugins. Each change is an edit of the Catalog; every process
 * sees it and reloads.
 *
 * @param {ManagerParts} parts
 */
export function createPluginManager(parts) {
  return { safeMode: Boolean(parts.config.safeMode), ...createReading(parts), ...createChanges(parts) };
}

/** @param {ManagerParts} parts */
function createReading(parts) {
  const { data, records, config } = parts;
  return {
    /** All plugins, for the admin's list. */
    list() {
      return records.map((record) => {
        const { plugin, ...rest } = record;
        return {
          ...rest,
          label: plugin?.label ?? record.name,
          description: plugin?.description ?? '',
          icon: plugin?.icon ?? 'puzzle',
          // In safe mode, enabled plugins are not loaded, but can be disabled.
          status: record.error ? 'failed' : plugin ? 'on' : record.enabled ? 'waiting' : 'off',
          settings: plugin?.settings ?? [],
          needed: isNeeded(parts, record),
        };
      });
    },

    /**
     * The settings of an enabled plugin, with defaults, from the current Catalog.
     *
     * @param {string} pluginName as the plugin itself says @param {import('@plinth/plugin').Catalog} catalog
     */
    configOf(pluginName, catalog) {
      const record = records.find(({ plugin }) => plugin?.name === pluginName);
      return settingsOf(data.people.secrets, record, catalog);
    },

    /** The installed plugin that a stack trace leads into. @param {string} trace @returns {PluginRecord | null} */
    culprit(trace) {
      const added = records.filter(({ source, version }) => source === 'installed' && version !== null);
      return (
        added.find(({ name, version }) => trace.includes(installedFolder(config.dataDir, name, String(version)))) ??
        null
      );
    },
  };
}

/** @param {ManagerParts} parts */
function createChanges(parts) {
  const { data, records, config, reloaded } = parts;

  /**
   * @param {Actor} actor
   * @param {string} name
   * @param {object} changes
   * @param {{ secret?: true }} [more] that a secret changed
   */
  async function save(actor, name, changes, more) {
    await data.edit(actor, 'change-plugin', { plugin: name, changes, ...more });
    await reloaded();
  }

  return {
    /** @param {Actor} actor @param {string} name @param {boolean} enabled */
    async setEnabled(actor, name, enabled) {
      const record = known(records, name);
      if (!enabled && isNeeded(parts, record)) {
        throw new AppError('PLUGIN_NEEDED', phrase`"${name}" provides the theme that this site uses`, {
          status: 409,
          hint: 'Choose another theme in the settings first',
        });
      }
      await save(actor, name, { enabled });
    },

    /** @param {Actor} actor @param {string} name @param {Record<string, unknown>} values */
    async configure(actor, name, values) {
      requireAdmin(actor);
      const record = known(records, name);
      const { secrets } = data.people;
      const { open, secret } = await divideSettings(secrets, record, values);
      // An unchanged form makes no revision.
      if (!secret && isDeepStrictEqual(configIn(data.catalog(), name), open)) return;
      if (secret) await secrets.write(actor, keyOf(record), secret);
      await save(actor, name, { config: open }, secret ? { secret: true } : {});
    },

    /**
     * Fetches a plugin, pins version, integrity and contents, and enables it.
     *
     * @param {Actor} actor @param {string} source NAME[@VERSION], a folder or a tarball
     */
    async install(actor, source) {
      requireAdmin(actor);
      const taken = records.filter((record) => record.source === 'bundled').map((record) => record.name);
      /** @param {string} name */
      const inUse = (name) =>
        records.flatMap((record) => (record.plugin && record.name !== name ? [record.plugin] : []));
      const installed = await installPlugin({ dataDir: config.dataDir, source, taken, inUse });
      const { name, version, integrity, contents } = installed;
      await save(actor, name, { enabled: true, version, integrity, contents });
      return installed;
    },

    /**
     * Removes an installed plugin. Its files stay until the next version, so that undo can bring it back.
     *
     * @param {Actor} actor
     * @param {string} name
     */
    async remove(actor, name) {
      const record = known(records, name);
      if (record.source !== 'installed') {
        throw new AppError('PLUGIN_NEEDED', phrase`"${name}" is included with Plinth`, {
          status: 409,
          hint: 'Disable it instead',
        });
      }
      await data.edit(actor, 'remove-plugin', { plugin: name });
      await reloaded();
    },
  };
}

/** @param {import('@plinth/plugin').Catalog} catalog @param {string} name */
const configIn = (catalog, name) => catalog.plugins.find((plugin) => plugin.name === name)?.config;

/** @param {readonly PluginRecord[]} records @param {string} name */
function known(records, name) {
  const record = records.find((entry) => entry.name === name);
  if (record) return record;
  throw new AppError('PLUGIN_NOT_FOUND', phrase`There is no plugin "${name}"`, {
    status: 404,
    hint: phrase`Installed plugins: ${records.map((entry) => entry.name).join(', ')}`,
  });
}

/**
 * Without the theme in use, no page could be shown.
 *
 * @param {ManagerParts} parts @param {PluginRecord} record
 */
function isNeeded({ data, registry }, record) {
  const { theme } = data.catalog().settings;
  const themes = (record.plugin?.themes ?? []).map((entry) => entry.name);
  return themes.includes('default') || (themes.includes(theme) && registry.has('theme', theme));
}

/** Only admins may manage plugins, since they are code that runs in the server. @param {Actor} actor */
function requireAdmin(actor) {
  if (hasFullAccess(actor)) return;
  throw new AppError('FORBIDDEN', 'Only admins may change plugins', { status: 403 });
}
