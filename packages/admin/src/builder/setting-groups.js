import { isDeepStrictEqual } from 'node:util';
import { html } from '@plinth/plugin';
import { settingsControls } from '../frame/index.js';

/** @import { Html, Setting, SettingsSchema, Table } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

/** @typedef {'content' | 'data' | 'look' | 'target' | 'options'} Group what is in none of the first four is an option */

/** @type {Record<Exclude<Group, 'options'>, Set<string>>} */
const TYPES = {
  content: new Set(['text', 'longtext', 'markdown', 'html', 'file', 'icon', 'expression']),
  data: new Set([
    ...['table', 'view', 'field', 'fieldPath', 'fields', 'childRelation', 'filter', 'sort', 'fieldView', 'list'],
  ]),
  look: new Set(['colour', 'length', 'select', 'multiselect']),
  target: new Set(['page', 'url', 'action']),
};
/** Settings of a link that have a type of another group. */
const OF_TARGET = new Set(['to', 'newTab', 'row']);
/** What rows are taken, and how: they have types of other groups. */
const OF_DATA = new Set(['aggregate', 'step', 'order', 'period', 'groupStep', 'pageSize', 'limit', 'target', 'slices']);
/** From this many settings, a search box helps. */
const MANY = 6;

/**
 * The controls of a schema in groups that fold, each setting with a button that resets it, and a search box if there are
 * many.
 *
 * @param {Request} req @param {SettingsSchema} schema @param {Record<string, unknown>} values
 * @param {{ prefix: string, table: Table | null, errors: Record<string, string>,
 *   pictures?: import('@plinth/views').FormContext['pictures'] }} options
 * @returns {Html}
 */
export function groupedControls(req, schema, values, { prefix, table, errors, pictures = {} }) {
  const { t } = req.ctx;
  const shown = schema.filter(({ type }) => type !== 'layout');
  const groups = groupsOf(shown, schema);
  const around = (/** @type {Setting} */ setting, /** @type {Html} */ printed) =>
    withReset(req, setting, printed, { name: prefix + setting.name, value: values[setting.name] });
  const part = (/** @type {Group} */ group) => {
    const only = (/** @type {Setting} */ setting) => groupOf(setting, schema) === group;
    return settingsControls(req, schema, values, { prefix, table, errors, pictures, only, around });
  };
  const search =
    shown.length >= MANY &&
    html`<input class="form-control form-control-sm bld-props-search" type="search" data-bld-search autocomplete="off"
      aria-label="${t('admin.properties.search')}" placeholder="${t('admin.properties.search')}">
      <p class="bld-hint" data-bld-nothing hidden>${t('admin.properties.nothing')}</p>`;
  if (groups.length === 1) return html`${search}${part(groups[0])}`;
  return html`${search}${groups.map(
    (
      group,
    ) => html`<details class="bld-props-group" data-bld-group="${group}" open><summary>${t(`admin.properties.${group}`)}</summary>
      ${part(group)}</details>`,
  )}`;
}

/**
 * In the order of the schema, which begins with what matters most; options come last.
 *
 * @param {SettingsSchema} shown @param {SettingsSchema} schema @returns {Group[]}
 */
function groupsOf(shown, schema) {
  const groups = [...new Set(shown.map((setting) => groupOf(setting, schema)))];
  return [...groups.filter((group) => group !== 'options'), ...groups.filter((group) => group === 'options')];
}

/** What depends on another setting stands beside it. @param {Setting} setting @param {SettingsSchema} schema @returns {Group} */
function groupOf(setting, schema) {
  const ruling = setting.showIf && schema.find(({ name }) => name === setting.showIf?.name);
  if (ruling && ruling !== setting) return groupOf(ruling, schema);
  if (OF_TARGET.has(setting.name)) return 'target';
  const rulesData = schema.some(({ showIf, type }) => showIf?.name === setting.name && TYPES.data.has(type));
  const isCondition = setting.type === 'expression' && setting.result === 'bool';
  if (OF_DATA.has(setting.name) || rulesData || isCondition) return 'data';
  const found = Object.entries(TYPES).find(([, types]) => types.has(setting.type));
  return found ? /** @type {Group} */ (found[0]) : 'options';
}

/**
 * A setting with its button.
 *
 * @param {Request} req @param {Pick<Setting, 'name' | 'label' | 'default' | 'required'>} setting @param {Html} printed
 * @param {{ name: string, value: unknown }} at name: of the control
 * @returns {Html}
 */
export function withReset({ ctx: { t, app } }, setting, printed, { name, value }) {
  const isUsual = value === undefined || value === '' || isDeepStrictEqual(value, setting.default ?? []);
  // Without a default, a required setting would only be missing.
  const canReset = !setting.required || setting.default !== undefined;
  const title = t('admin.properties.reset', { name: t(setting.label ?? setting.name) });
  const button = html`<button type="button" class="btn btn-sm btn-icon btn-ghost-secondary bld-reset" data-bld-reset="${name}"
    title="${title}" aria-label="${title}"${isUsual ? html` hidden` : ''}>${app.views.icon('rotate')}</button>`;
  return html`<div class="bld-setting" data-bld-setting="${name}">${printed}${canReset && button}</div>`;
}
