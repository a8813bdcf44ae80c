/** @import { Message, Node, Registry, SettingsSchema, Values } from '@plinth/plugin' */
import { AppError, checkSettings, phrase } from '@plinth/plugin';

/**
 * Checks settings, including those of each element, action and field view inside, so that later code finds what it
 * expects. Definitions that no plugin here provides can't be checked; they show up as a problem, and work again when
 * the plugin is back. A field view that doesn't exist is refused, unless the object had it before.
 *
 * @param {Registry} registry
 * @param {(layout: string, node: Node, parent?: string, i?: number) => string} ofNode key path of a node, from that of
 *   its layout
 * @param {(node: string) => string} ofSettings key path of a node's settings
 * @param {unknown} [stored] the object as it is
 */
export function createInnerCheck(registry, ofNode, ofSettings, stored) {
  /** Messages by key path. @type {Record<string, Message>} */
  const errors = Object.create(null);

  return { errors, settings, inside, layout };

  /** @param {SettingsSchema} schema @param {unknown} config @param {string} path */
  function settings(schema, config, path) {
    try {
      checkSettings(schema, config ?? {}, path);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'SETTINGS_INVALID') throw error;
      // Its contents could be anything, so they are checked once this is right.
      return void Object.assign(errors, /** @type {Values} */ (error.details).messages);
    }
    inside(schema, config ?? {}, path);
  }

  /**
   * Settings that the schema does not cover.
   *
   * @param {SettingsSchema} schema @param {Values} config @param {string} path
   */
  function inside(schema, config, path) {
    for (const { name, type, items, mode = 'show' } of schema) {
      const value = config[name];
      if (value === undefined || value === null || value === '') continue;
      const here = `${path}.${name}`;
      if (type === 'layout') layout(value, here);
      if (type === 'list')
        value.forEach((/** @type {Values} */ one, /** @type {number} */ i) => inside(items ?? [], one, `${here}.${i}`));
      if (type === 'action') defined('action', value.action, value.config, `${here}.config`);
      if (type === 'fieldView') fieldView(value, mode, here);
    }
  }

  /** @param {Values} value @param {string} mode @param {string} path */
  function fieldView({ view, options }, mode, path) {
    const isKnown =
      !view || registry.has('fieldView', view) || JSON.stringify(stored ?? null).includes(`"view":"${view}"`);
    if (isKnown) return defined('fieldView', view, options, `${path}.options`);
    const names = registry.all('fieldView').filter((one) => one.mode === mode);
    errors[`${path}.view`] =
      phrase`can't be "${view}": there is no such field view. These exist: ${names.map((one) => one.name).join(', ')}`;
  }

  /** @param {'action' | 'fieldView'} kind @param {string} name @param {unknown} config @param {string} path */
  function defined(kind, name, config, path) {
    if (!name || !registry.has(kind, name)) return;
    settings((kind === 'action' ? registry.action(name) : registry.fieldView(name)).settings, config, path);
  }

  /** @param {Node} root @param {string} path */
  function layout(root, path) {
    /** @param {Node} node @param {string} here */
    const step = (node, here) => {
      if (registry.has('element', node.type))
        settings(registry.element(node.type).settings, node.settings, ofSettings(here));
      (node.children ?? []).forEach((child, i) => step(child, ofNode(path, child, here, i)));
    };
    step(root, ofNode(path, root));
  }
}
