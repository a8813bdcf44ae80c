import { say } from '@plinth/plugin';

/** @import { SettingsSchema, WorkflowTrial, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @typedef {SettingsSchema[number]} Setting */

/**
 * What a test run held back, in lines: the text of a mail or task, the settings of an action that reaches outside.
 *
 * @param {Request} req @param {WorkflowTrial['held'][number]} held @returns {string[]}
 */
export function heldWords({ ctx: { app, t, catalog } }, { what, text, config }) {
  if (what === 'workflow' && text && catalog.hasWorkflow(text)) return [catalog.workflow(text).label];
  if (!config || !app.registry.has('action', what)) return text ? [text] : [];
  const { settings = [] } = app.registry.action(what);
  return shownOf(settings, config).map((setting) => `${say(setting.label ?? setting.name, t)}: ${valueOf(setting)}`);

  /** @param {Setting} setting @returns {string} */
  function valueOf(setting) {
    const value = config?.[setting.name];
    const option = setting.options?.find((one) => one.value === value);
    if (option) return say(option.label, t);
    if (Array.isArray(value)) return value.map((item) => itemOf(setting, item)).join(', ');
    if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  /** Such as "total: 5". @param {Setting} setting @param {Values} item */
  function itemOf({ items = [] }, item) {
    const parts = shownOf(items, item).filter(({ type }) => type !== 'select');
    return parts.map(({ name }) => String(item[name])).join(': ');
  }
}

/** Settings that say something: neither empty nor as usual, nor without effect. @param {SettingsSchema} settings @param {Values} values */
const shownOf = (settings, values) =>
  settings.filter(({ name, default: usual, showIf }) => {
    const value = values?.[name];
    const isEmpty =
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
    const ruling = settings.find((one) => one.name === showIf?.name);
    return !isEmpty && value !== usual && (!showIf || showIf.in.includes(values[showIf.name] ?? ruling?.default));
  });
