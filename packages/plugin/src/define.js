/** @import { Plugin, PluginInput, FieldType, FieldTypeInput, FieldView, Element, Kind, ViewTemplate, PageTemplate, Action, Theme, TriggerSource, WorkflowStep } from './index.d.ts' */
import { completeTraits, isObject } from './field-types/traits.js';
import { readLocales } from './texts/read-locales.js';

/** Version of the plugin API; a plugin declares in `api` which range it was written for. */
export const API_VERSION = 1;

/**
 * Declares a plugin. Nothing of it runs here: the server reads the object at start.
 *
 * @param {PluginInput} plugin @returns {Readonly<Plugin>}
 * @example
 * export const plugin = definePlugin({ name: 'rating', version: '1.0.0', api: '^1', fieldTypes: [rating] });
 */
export function definePlugin(plugin) {
  const { texts } = plugin;
  return Object.freeze({ ...plugin, texts: texts instanceof URL ? readLocales(texts) : texts });
}

/** With all its traits. @param {FieldTypeInput} type @returns {Readonly<FieldType>} */
export function defineFieldType(type) {
  // What is wrong there is refused when the plugin is loaded.
  const isReadable = type.traits === undefined || isObject(type.traits);
  const complete = isReadable ? Object.assign(type, { traits: completeTraits(type) }) : type;
  return /** @type {Readonly<FieldType>} */ (defined('fieldType', complete));
}

/** @param {FieldView} view @returns {Readonly<FieldView>} */
export function defineFieldView(view) {
  return defined('fieldView', view);
}

/** @param {Element} element @returns {Readonly<Element>} */
export function defineElement(element) {
  return defined('element', element);
}

/** @param {ViewTemplate} template @returns {Readonly<ViewTemplate>} */
export function defineViewTemplate(template) {
  return defined('viewTemplate', template);
}

/** @param {PageTemplate} template @returns {Readonly<PageTemplate>} */
export function definePageTemplate(template) {
  return defined('pageTemplate', template);
}

/** @param {Action} action @returns {Readonly<Action>} */
export function defineAction(action) {
  return defined('action', action);
}

/** @param {WorkflowStep} step @returns {Readonly<WorkflowStep>} */
export function defineWorkflowStep(step) {
  return defined('workflowStep', step);
}

/** @param {TriggerSource} source @returns {Readonly<TriggerSource>} */
export function defineTriggerSource(source) {
  return defined('triggerSource', source);
}

/** @param {Kind} kind @returns {Readonly<Kind>} */
export function defineKind(kind) {
  return defined('kind', kind);
}

/** @param {Theme} theme @returns {Readonly<Theme>} */
export function defineTheme(theme) {
  return defined('theme', theme);
}

/**
 * Marks a definition, so that `readDefinitions` recognizes it among a file's exports; the same in two copies of this
 * package.
 */
const KIND = Symbol.for('plinth.definition');

/** @param {unknown} value @returns {string | undefined} the kind of a definition; undefined for anything else */
export const kindOf = (value) =>
  typeof value === 'object' && value !== null ? /** @type {any} */ (value)[KIND] : undefined;

/** @template {object} T @param {string} kind @param {T} definition @returns {Readonly<T>} */
function defined(kind, definition) {
  return Object.freeze(Object.defineProperty(definition, KIND, { value: kind }));
}
