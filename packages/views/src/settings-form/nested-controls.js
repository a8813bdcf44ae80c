/** @import { Action, Html, SettingsSchema, Values } from '@plinth/plugin' */
/** @import { SettingContext } from './context.js' */
import { askedFields, html, pieceSchema } from '@plinth/plugin';
import { actionOptions } from './action-choices.js';
import { fieldOf } from './context.js';
import { selectControl } from './controls.js';
import { pictureChoices, picturesOf } from './picture-choices.js';

/** @typedef {typeof import('./settings-form.js').printSettings} Print */

/**
 * A field view with its options. The options of the chosen view are rendered; those of another one appear once the
 * choice is saved, or immediately with the browser module.
 *
 * @param {SettingContext} context @param {Print} print @returns {Html}
 */
export function fieldViewControl(context, print) {
  const { setting, value, values, parts } = context;
  const { registry, t } = parts;
  const field = fieldOf(setting, values, parts);
  const mode = setting.mode ?? 'show';
  const views = field
    ? registry.fieldViewsFor(field.type, mode)
    : registry.all('fieldView').filter((view) => view.mode === mode);
  const options = views.map(({ name, label }) => ({ value: name, label: t(label) }));
  const chosen = value?.view;
  const schema = chosen && registry.has('fieldView', chosen) ? registry.fieldView(chosen).settings : [];
  return nested(context, 'view', 'options', chosen, options, schema, value?.options, print);
}

/** An action with its settings. @param {SettingContext} context @param {Print} print @returns {Html} */
export function actionControl(context, print) {
  const { setting, value, parts } = context;
  const { registry, t } = parts;
  const chosen = value?.action;
  const isWithoutRow = (setting.background || setting.unattended) && !parts.table;
  const isFitting = (/** @type {Action} */ { name, browser, background, needsRow }) =>
    !setting.except?.includes(name) &&
    !(setting.background ? browser : background) &&
    !(setting.unattended && browser) &&
    !(isWithoutRow && needsRow === true && name !== chosen);
  const options = actionOptions(registry.all('action').filter(isFitting), parts);
  const action = chosen && registry.has('action', chosen) ? registry.action(chosen) : null;
  const help = action?.help && html`<div class="form-hint mb-3" data-pl-action-help>${t(action.help)}</div>`;
  const asked = action?.takesSteps ? askedFields(registry, value?.config?.steps) : [];
  const input = asked.map(({ name, type }) => `${name}:${type}`).join();
  const knowing = input ? { ...context, parts: { ...parts, input } } : context;
  const schema = action?.settings ?? [];
  const made = nested(knowing, 'action', 'config', chosen, options, schema, value?.config, print, {
    'data-pl-action': true,
  });
  return html`${made}${help}`;
}

/**
 * A piece with the values of its parameters. Those of another table don't fit here.
 *
 * @param {SettingContext} context @param {Print} print @returns {Html}
 */
export function pieceControl(context, print) {
  const { value, parts } = context;
  const { registry, catalog, table } = parts;
  const fitting = (catalog?.pieces ?? []).filter((piece) => piece.table === null || piece.table === table?.name);
  const options = fitting.map(({ name, label }) => ({ value: name, label }));
  const chosen = value?.piece;
  const schema = chosen && catalog?.hasPiece(chosen) ? pieceSchema(catalog.piece(chosen), registry) : [];
  return nested(context, 'piece', 'values', chosen, options, schema, value?.values, print);
}

/**
 * @param {SettingContext} context @param {string} choice @param {string} inner @param {string | undefined} chosen
 * @param {import('./options.js').Option[]} options
 * @param {SettingsSchema} schema
 * @param {Values} values
 * @param {Print} print
 * @param {Values} [more] attributes of the select
 */
function nested(context, choice, inner, chosen, options, schema, values, print, more = {}) {
  const { name, path, parts, setting } = context;
  const own = {
    ...context,
    setting: { ...setting, default: undefined, help: undefined },
    name: `${name}.${choice}`,
    value: chosen,
  };
  const pictures = picturesOf(context);
  const select = pictures
    ? pictureChoices(own, pictures)
    : selectControl(own, options, { 'aria-label': parts.t(setting.label ?? setting.name), ...more });
  const settings = print(schema, values ?? {}, `${name}.${inner}.`, `${path}.${inner}`, parts);
  const body = settings.length > 0 ? html`<div class="pl-entry-nested">${settings}</div>` : '';
  return html`<div data-pl-nested="${name}">${select}${body}</div>`;
}
