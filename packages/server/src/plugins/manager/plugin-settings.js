/** @import { Actor, Catalog, SettingsSchema } from '@plinth/plugin' */
/** @import { PluginRecord } from './load-plugins.js' */
import { AppError, checkSettings } from '@plinth/plugin';

/**
 * The store of secrets.
 *
 * @typedef {{ read(name: string): Promise<any>, write(actor: Actor, name: string, value: unknown): Promise<void> }}
 *   Secrets
 */

/**
 * Separates a plugin's settings: secrets are kept out of the Catalog and its history. A secret left empty stays as it
 * was; `secret` is null if all of them do.
 *
 * @param {Secrets} secrets @param {PluginRecord} record @param {Record<string, unknown>} values
 * @returns {Promise<{ open: Record<string, unknown>, secret: Record<string, unknown> | null }>}
 * @throws {import('@plinth/plugin').AppError} SETTINGS_INVALID
 */
export async function divideSettings(secrets, record, values) {
  const schema = record.plugin?.settings ?? [];
  const names = secretNames(schema);
  const kept = names.length > 0 ? await readKept(secrets, record) : {};
  const entered = names.filter((name) => values[name] !== undefined && values[name] !== null && values[name] !== '');
  const secret = { ...kept, ...Object.fromEntries(entered.map((name) => [name, values[name]])) };
  const checked = checkSettings(schema, { ...without(values, names), ...secret });
  return { open: without(checked, names), secret: entered.some((name) => secret[name] !== kept[name]) ? secret : null };
}

/** Those that can't be decrypted have to be entered again. @param {Secrets} secrets @param {PluginRecord} record @returns {Promise<Record<string, unknown>>} */
async function readKept(secrets, record) {
  try {
    return (await secrets.read(keyOf(record))) ?? {};
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORED_SECRET_LOCKED') return {};
    throw error;
  }
}

/**
 * The current settings of an enabled plugin, with defaults and secrets.
 *
 * @param {Secrets} secrets @param {PluginRecord | undefined} record @param {Catalog} catalog
 */
export async function settingsOf(secrets, record, catalog) {
  const schema = record?.plugin?.settings ?? [];
  const open = catalog.plugins.find(({ name }) => name === record?.name)?.config ?? {};
  const hidden = record && secretNames(schema).length > 0 ? ((await secrets.read(keyOf(record))) ?? {}) : {};
  return checkSettings(schema, { ...open, ...hidden });
}

/** The name under which its secrets are stored. @param {Pick<PluginRecord, 'name'>} record */
export const keyOf = ({ name }) => `plugin:${name}`;

/** @param {SettingsSchema} schema */
const secretNames = (schema) => schema.filter((setting) => setting.secret).map((setting) => setting.name);

/** @param {Record<string, unknown>} values @param {readonly string[]} names */
const without = (values, names) => Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
