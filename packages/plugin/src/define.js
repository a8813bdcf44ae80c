/** @import { Plugin, FieldType, FieldView, Element, ViewTemplate, Action, Theme } from './index.d.ts' */

/** Version of the plugin API; a plugin says in `api` which range it was written for. */
export const API_VERSION = 1;

/**
 * Declares a plugin. Nothing runs here: the server reads the object at boot.
 *
 * @param {Plugin} plugin @returns {Readonly<Plugin>}
 * @example
 * export const plugin = definePlugin({ name: 'rating', version: '1.0.0', api: '^1', fieldTypes: [rating] });
 */
export function definePlugin(plugin) {
  return Object.freeze(plugin);
}

/** @param {FieldType} type @returns {Readonly<FieldType>} */
export function defineFieldType(type) {
  return Object.freeze(type);
}

/** @param {FieldView} view @returns {Readonly<FieldView>} */
export function defineFieldView(view) {
  return Object.freeze(view);
}

/** @param {Element} element @returns {Readonly<Element>} */
export function defineElement(element) {
  return Object.freeze(element);
}

/** @param {ViewTemplate} template @returns {Readonly<ViewTemplate>} */
export function defineViewTemplate(template) {
  return Object.freeze(template);
}

/** @param {Action} action @returns {Readonly<Action>} */
export function defineAction(action) {
  return Object.freeze(action);
}

/** @param {Theme} theme @returns {Readonly<Theme>} */
export function defineTheme(theme) {
  return Object.freeze(theme);
}
