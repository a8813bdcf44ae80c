/** @import { Values } from '@plinth/plugin' */
/** @import { Draft } from './draft.js' */
import { checkSettings, inputInvalid } from '@plinth/plugin';
import { findPlugin } from './find.js';
import { onlyKeys, pluginName } from './names.js';
import { line, yesNo } from './texts.js';

const UNKNOWN = { enabled: true, version: null, integrity: null, contents: null, config: {} };

/**
 * Stores the desired state of a plugin; it takes effect when plugins are reloaded.
 *
 * @param {Draft} draft @param {unknown} wanted @param {Values} changes
 */
export function setPlugin(draft, wanted, changes) {
  onlyKeys('a plugin', changes, Object.keys(UNKNOWN));
  const known = findPlugin(draft.catalog, wanted);
  const name = known?.name ?? pluginName(wanted);
  const { enabled, version, integrity, contents, config } = { ...UNKNOWN, ...known, ...changes };
  const settings = draft.registry.plugins.find((plugin) => plugin.name === name)?.settings;
  // Secrets are stored elsewhere, because what is in the Catalog stays in its history for ever.
  const schema = settings?.filter((setting) => !setting.secret);
  if (typeof config !== 'object' || config === null) throw inputInvalid({ config: 'must be an object' });
  const body = {
    enabled: yesNo('enabled', enabled, true),
    version: line('version', version) || null,
    integrity: line('integrity', integrity) || null,
    contents: line('contents', contents) || null,
    config: schema ? checkSettings(schema, config, 'config') : config,
  };
  if (known) draft.change(known.id, { body });
  else draft.add('plugin', name, body);
}
