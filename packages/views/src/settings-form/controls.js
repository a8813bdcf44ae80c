/** @import { Html, Values } from '@plinth/plugin' */
/** @import { SettingContext } from './context.js' */
/** @import { Option } from './options.js' */
import { attrs, html, PALETTE } from '@plinth/plugin';

/** @param {string} name */
export function idOf(name) {
  return `s-${name}`;
}

/**
 * A label, a control, its help and its message.
 *
 * @param {SettingContext} context @param {Html} control @param {{ group?: boolean, check?: boolean }} [kind]
 */
export function labelled(context, control, { group = false, check = false } = {}) {
  const { setting, name, path, parts } = context;
  const id = idOf(name);
  const text = parts.t(setting.label ?? setting.name);
  const mark = setting.required ? ' required' : '';
  const error = parts.errors[path];
  if (error) parts.explained?.add(error);
  const help = setting.help && html`<div class="form-hint" id="${id}-help">${helpOf(context)}</div>`;
  const message = error && html`<div class="invalid-feedback d-block" id="${id}-error">${error}</div>`;
  const shown = setting.showIf
    ? attrs({
        'data-pl-show-if': siblingName(name, setting.name, setting.showIf.name),
        'data-pl-show-in': JSON.stringify(setting.showIf.in),
      })
    : '';
  const hidden = parts.bare ? ' visually-hidden' : '';
  if (group) {
    return html`<fieldset class="mb-3 pl-field"${shown}><legend class="form-label${mark}${hidden}">${text}</legend>${control}${help}${message}</fieldset>`;
  }
  const label = html`<label class="${check ? 'form-check-label' : `form-label${mark}${hidden}`}" for="${id}">${text}</label>`;
  const inner = check ? html`<div class="form-check">${control}${label}</div>` : html`${label}${control}`;
  return html`<div class="mb-3 pl-field"${shown}>${inner}${help}${message}</div>`;
}

/** Examples name a field that the table really has. @param {SettingContext} context */
function helpOf({ setting, parts: { t, table } }) {
  const help = t(setting.help ?? '');
  return setting.expressions && table ? help.replaceAll('row.name', `row.${table.display}`) : help;
}

/** @param {string} name @param {string} own @param {string} sibling */
function siblingName(name, own, sibling) {
  return name.slice(0, name.length - own.length) + sibling;
}

/** @param {SettingContext} context @param {Values} [more] */
function shared({ setting, name, path, parts }, more = {}) {
  const id = idOf(name);
  const error = parts.errors[path];
  return attrs({
    id,
    name,
    'aria-describedby': [setting.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || null,
    'aria-invalid': error ? 'true' : null,
    required: parts.asks && setting.required,
    ...more,
    class: error && more.class ? `${more.class} is-invalid` : more.class,
  });
}

/** What is never shown again. */
const SECRET = Object.freeze({ type: 'password', autocomplete: 'new-password', value: '' });

/** @param {SettingContext} context @param {Record<string, unknown>} [more] */
export function inputControl(context, more = {}) {
  const value = context.value === undefined || context.value === null ? '' : context.value;
  const { default: usually, none } = context.setting;
  // What an empty one means.
  const placeholder = none ? context.parts.t(none) : usually === undefined ? null : String(usually);
  const usual = { class: 'form-control', type: 'text', autocomplete: 'off', placeholder };
  const own = { ...(context.setting.secret ? SECRET : { value }), ...context.setting.attrs };
  return html`<input${shared(context, { ...usual, ...more, ...own })}>`;
}

/** @param {SettingContext} context */
export function numberControl(context) {
  const { min, max, type } = context.setting;
  return inputControl(context, { type: 'number', step: type === 'integer' ? 1 : 'any', min, max });
}

/** @param {SettingContext} context */
export function timeControl(context) {
  const value = String(context.value ?? context.setting.default ?? '');
  // The browser's own picker takes hours with two digits only.
  const padded = /^\d:/.test(value) ? `0${value}` : value;
  return inputControl({ ...context, value: padded }, { type: 'time' });
}

/** A name, with all that are known as suggestions; the placeholder is what an empty one means. @param {SettingContext} context */
export function timeZoneControl(context) {
  const list = `${idOf(context.name)}-zones`;
  const placeholder = context.parts.catalog?.settings?.timeZone ?? 'UTC';
  return html`${inputControl(context, { list, placeholder, maxlength: 60, spellcheck: 'false' })}<datalist id="${list}">${[
    'UTC',
    ...Intl.supportedValuesOf('timeZone'),
  ].map((zone) => html`<option value="${zone}">`)}</datalist>`;
}

/** Minutes of each unit that a duration can be given in. */
export const DURATION_UNITS = Object.freeze({ minutes: 1, hours: 60, days: 1440 });

/** A duration in minutes, as a number and a unit. @param {SettingContext} context */
export function durationControl(context) {
  const { setting, name, parts } = context;
  const value = context.value ?? setting.default;
  const units = Object.entries(DURATION_UNITS);
  const [unit, size] = units.findLast(([, minutes]) => value && value % minutes === 0) ?? units[0];
  const shown = { ...context, value: typeof value === 'number' ? value / size : value };
  const options = units.map(
    ([one]) => html`<option${attrs({ value: one, selected: one === unit })}>${parts.t(`settingsForm.${one}`)}</option>`,
  );
  return html`<div class="input-group">${inputControl(shown, { type: 'number', min: 1, step: 1 })}<select${attrs({
    class: 'form-select',
    name: `${name}.unit`,
    'aria-label': parts.t('settingsForm.unit'),
  })}>${options}</select></div>`;
}

/** @param {SettingContext} context @param {Record<string, unknown>} [more] */
export function textareaControl(context, more = {}) {
  const { value } = context;
  const text =
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  // Browsers drop a line break right after the tag, so one is added for texts that begin with one.
  return html`<textarea${shared(context, { class: 'form-control', rows: 4, ...more, ...context.setting.attrs })}>\n${text}</textarea>`;
}

/** @param {SettingContext} context */
export function checkControl(context) {
  const checked = context.value === undefined ? context.setting.default === true : context.value === true;
  return html`<input type="hidden" name="${context.name}" value="false"><input${shared(context, { class: 'form-check-input', type: 'checkbox', value: 'true', checked })}>`;
}

/**
 * @param {SettingContext} context @param {readonly Option[]} options @param {Record<string, unknown>} [more]
 */
export function selectControl(context, options, more = {}) {
  const { setting, value, parts } = context;
  const chosen = value ?? setting.default ?? '';
  const known = options.some((option) => option.value === chosen);
  // A name that no longer exists stays visible until another one is chosen, so that saving does not lose it silently.
  const lost = chosen !== '' && !known ? [{ value: String(chosen), label: `${chosen} (?)` }] : [];
  const isSettled = chosen !== '' && (setting.required || (setting.type === 'select' && setting.default));
  const none = isSettled ? '' : html`<option value="">${parts.t(wordForNone(setting))}</option>`;
  const print = (/** @type {Option} */ { value: one, label }) =>
    html`<option${attrs({ value: one, selected: one === chosen })}>${label}</option>`;
  return html`<select${shared(context, { class: 'form-select', ...more, ...setting.attrs })}>${none}${byGroup([
    ...lost,
    ...options,
  ]).map(({ group, list }) =>
    group ? html`<optgroup label="${group}">${list.map(print)}</optgroup>` : list.map(print),
  )}</select>`;
}

/** Options of one group are already next to each other. @param {readonly Option[]} options */
function byGroup(options) {
  /** @type {{ group: string, list: Option[] }[]} */
  const groups = [];
  for (const option of options) {
    const { group = '' } = option;
    const last = groups.at(-1);
    if (last?.group === group) last.list.push(option);
    else groups.push({ group, list: [option] });
  }
  return groups;
}

/** What choosing nothing means. @param {SettingContext['setting']} setting */
function wordForNone({ required, type, none }) {
  if (none) return none;
  if (required) return 'settingsForm.choose';
  return type === 'fieldView' ? 'settingsForm.usual' : 'settingsForm.none';
}

/** @param {SettingContext} context @param {readonly Option[]} options */
export function checksControl(context, options) {
  const { name, value, setting, parts } = context;
  /** @type {string[]} */
  const chosen = Array.isArray(value)
    ? value
    : Array.isArray(setting.default) && value === undefined
      ? setting.default
      : [];
  const lost = chosen.filter((entry) => !options.some((option) => option.value === entry));
  const all = [...options, ...lost.map((entry) => ({ value: entry, label: `${entry} (?)` }))];
  // Without a table there is nothing to choose from yet.
  const none =
    all.length === 0 && parts.table && html`<p class="text-secondary mb-0">${parts.t('settingsForm.noChoices')}</p>`;
  return html`<input type="hidden" name="${name}" value="">${none}${all.map((option, i) => {
    const id = `${idOf(name)}-${i}`;
    return html`<div class="form-check form-check-inline"><input${attrs({
      class: 'form-check-input',
      type: 'checkbox',
      id,
      name,
      value: option.value,
      checked: chosen.includes(option.value),
    })}><label class="form-check-label" for="${id}">${option.label}</label></div>`;
  })}`;
}

/** @param {SettingContext} context */
export function colourControl(context) {
  const list = `${idOf(context.name)}-palette`;
  return html`${inputControl(context, { list, placeholder: '#1a73e8' })}<datalist id="${list}">${PALETTE.map(
    (name) => html`<option value="${name}">`,
  )}</datalist>`;
}
