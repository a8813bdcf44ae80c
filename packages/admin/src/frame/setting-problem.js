/** @import { Registry, Setting, SettingsSchema, Translate, Values } from '@plinth/plugin' */

/** Settings that are typed; others are chosen. */
const TYPED = new Set([
  'text',
  'longtext',
  'markdown',
  'html',
  'expression',
  'integer',
  'number',
  'url',
  'json',
  'time',
]);

/**
 * What is wrong with a setting, by the label of its control, as something to do where that is clear.
 *
 * @param {SettingsSchema} schema @param {string} key path of the setting @param {string} message in the reader's language
 * @param {Translate} t
 * @returns {string}
 */
export function settingProblem(schema, key, message, t) {
  const settings = settingsAt(schema, key.split('.'));
  const setting = settings.at(-1);
  if (!setting) return message;
  const label = t(setting.label ?? setting.name);
  if (message === t('is required'))
    return t(TYPED.has(setting.type) ? 'admin.problem.fillIn' : 'admin.problem.choose', { label });
  if (message === t('needs at least one entry')) return t('admin.problem.addEntry', { label });
  return `${settings.map((one) => t(one.label ?? one.name)).join(' › ')}: ${message}`;
}

/** Entries of lists have settings of their own. @param {SettingsSchema} schema @param {string[]} path @returns {Setting[]} outermost first */
function settingsAt(schema, [name, ...rest]) {
  const setting = schema.find((one) => one.name === name);
  if (!setting) return [];
  return [setting, ...(setting.items && rest.length > 1 ? settingsAt(setting.items, rest.slice(1)) : [])];
}

/**
 * What is wrong with the settings of the actions that are chosen in some settings.
 *
 * @param {Registry} registry @param {SettingsSchema} schema @param {Values} values
 * @param {(schema: SettingsSchema, values: Values) => Record<string, string>} check messages by key path
 * @returns {{ schema: SettingsSchema, key: string, message: string }[]}
 */
export function actionProblems(registry, schema, values, check) {
  return schema.flatMap(({ name, type, items }) => {
    const value = values?.[name];
    if (type === 'list' && items && Array.isArray(value))
      return value.flatMap((entry) => actionProblems(registry, items, entry, check));
    if (type !== 'action' || !registry.has('action', value?.action)) return [];
    const { settings } = registry.action(value.action);
    const own = Object.entries(check(settings, value.config ?? {}));
    return [
      ...own.map(([key, message]) => ({ schema: settings, key, message })),
      ...actionProblems(registry, settings, value.config, check),
    ];
  });
}
