/** @import { Message, Node, Registry, SettingsSchema } from '@plinth/plugin' */
import { AppError, checkSettings, fieldMessages, joinPhrases, phrase, walkLayout } from '@plinth/plugin';

/**
 * Checks the settings of every element of a layout against its schema. An element that no plugin brings just now is
 * left as it is: it shows as a problem, and works again when the plugin is back.
 *
 * @param {Node} layout @param {Registry} registry @param {string} path
 * @throws {AppError} SETTINGS_INVALID with messages by <path>/<node id>/<setting>
 */
export function checkLayoutSettings(layout, registry, path) {
  /** @type {Record<string, Message>} */
  const errors = {};
  walkLayout(layout, (node) => {
    if (!registry.has('element', node.type)) return;
    try {
      checkSettings(registry.element(node.type).settings, node.settings ?? {}, `${path}/${node.id}`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      Object.assign(errors, /** @type {any} */ (error.details).messages);
    }
  });
  const found = Object.entries(errors);
  if (found.length === 0) return;
  throw new AppError(
    'SETTINGS_INVALID',
    joinPhrases(
      found.map(([key, message]) => phrase`${key}: ${message}`),
      '; ',
    ),
    {
      status: 422,
      details: fieldMessages(errors),
    },
  );
}

/** @param {SettingsSchema} schema @param {Record<string, any>} config @param {Registry} registry */
export function checkLayoutsIn(schema, config, registry) {
  for (const { name, type } of schema) {
    if (type === 'layout' && config[name]) checkLayoutSettings(config[name], registry, `config.${name}`);
  }
}
