/** @import { AppDocument, Message, Node, Registry, SettingsSchema } from '@plinth/plugin' */
import { AppError, checkSettings } from '@plinth/plugin';

/** @type {SettingsSchema} */
const VISIBLE = [
  { name: 'roles', type: 'roles' },
  { name: 'when', type: 'expression' },
];

/**
 * The configurations of a document's views and layouts, down to the settings of each element and of its actions and field
 * views: whatever walks through them later must find what it expects. What no plugin here defines can't be checked; it is
 * reported as missing.
 *
 * @param {AppDocument} document whose parts are of the right shape @param {Registry} registry
 * @returns {Record<string, Message>} messages by key path
 */
export function checkConfigs(document, registry) {
  /** @type {Record<string, Message>} */
  const errors = Object.create(null);

  /** @param {SettingsSchema} schema @param {any} config @param {string} path */
  const check = (schema, config, path) => {
    try {
      checkSettings(schema, config ?? {}, path);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'SETTINGS_INVALID') throw error;
      // What is inside of it may be anything: it is looked at when this is right.
      return Object.assign(errors, /** @type {any} */ (error.details).messages);
    }
    inner(schema, config ?? {}, path);
  };

  /** @param {SettingsSchema} schema @param {any} config @param {string} path */
  const inner = (schema, config, path) => {
    for (const { name, type, items } of schema) {
      const value = config[name];
      if (value === undefined || value === null || value === '') continue;
      const here = `${path}.${name}`;
      if (type === 'layout') layout(value, here);
      if (type === 'list')
        value.forEach((/** @type {any} */ one, /** @type {number} */ i) => inner(items ?? [], one, `${here}.${i}`));
      if (type === 'action') defined('action', value.action, value.config, `${here}.config`);
      if (type === 'fieldView') defined('fieldView', value.view, value.options, `${here}.options`);
    }
  };

  /** @param {'action' | 'fieldView'} kind @param {string} name @param {any} config @param {string} path */
  const defined = (kind, name, config, path) => {
    if (!registry.has(kind, name)) return;
    const { settings } = kind === 'action' ? registry.action(name) : registry.fieldView(name);
    check(settings, config, path);
  };

  /** @param {Node} node @param {string} path */
  const layout = (node, path) => {
    if (node.visible !== undefined) check(VISIBLE, node.visible, `${path}.visible`);
    if (registry.has('element', node.type))
      check(registry.element(node.type).settings, node.settings, `${path}.settings`);
    (node.children ?? []).forEach((child, i) => layout(child, `${path}.children.${i}`));
  };

  document.views.forEach((view, i) => {
    if (registry.has('viewTemplate', view.template))
      check(registry.viewTemplate(view.template).settings, view.config, `views.${i}.config`);
  });
  document.pages.forEach((page, i) => layout(page.layout, `pages.${i}.layout`));
  return errors;
}
