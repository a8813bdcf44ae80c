/** @import { Html } from '@plinth/plugin' */
/** @import { Place } from './context.js' */
/** @import { Option } from './options.js' */
import { attrs, html, PALETTE } from '@plinth/plugin';

/** DOM id of a control. @param {string} name */
export function idOf(name) {
  return `s-${name}`;
}

/**
 * A label, a control, its help and its message.
 *
 * @param {Place} place @param {Html} control @param {{ group?: boolean, check?: boolean }} [kind]
 */
export function labelled(place, control, { group = false, check = false } = {}) {
  const { setting, name, path, parts } = place;
  const id = idOf(name);
  const text = parts.t(setting.label ?? setting.name);
  const mark = setting.required ? ' required' : '';
  const error = parts.errors[path];
  const help = setting.help && html`<div class="form-hint" id="${id}-help">${parts.t(setting.help)}</div>`;
  const message = error && html`<div class="invalid-feedback d-block" id="${id}-error">${error}</div>`;
  const shown = setting.showIf
    ? attrs({
        'data-pl-show-if': siblingName(name, setting.name, setting.showIf.name),
        'data-pl-show-in': JSON.stringify(setting.showIf.in),
      })
    : '';
  if (group) {
    return html`<fieldset class="mb-3 pl-field"${shown}><legend class="form-label${mark}">${text}</legend>${control}${help}${message}</fieldset>`;
  }
  const label = html`<label class="${check ? 'form-check-label' : `form-label${mark}`}" for="${id}">${text}</label>`;
  const inner = check ? html`<div class="form-check">${control}${label}</div>` : html`${label}${control}`;
  return html`<div class="mb-3 pl-field"${shown}>${inner}${help}${message}</div>`;
}

/** @param {string} name @param {string} own @param {string} sibling */
function siblingName(name, own, sibling) {
  return name.slice(0, name.length - own.length) + sibling;
}

/** @param {Place} place @param {Record<string, any>} [more] */
function shared({ setting, name, path, parts }, more = {}) {
  const id = idOf(name);
  const error = parts.errors[path];
  return attrs({
    id,
    name,
    'aria-describedby': [setting.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || null,
    'aria-invalid': error ? 'true' : null,
    ...more,
  });
}

/** @param {Place} place @param {Record<string, any>} [more] */
export function inputControl(place, more = {}) {
  const value = place.value === undefined || place.value === null ? '' : place.value;
  return html`<input${shared(place, { class: 'form-control', type: 'text', autocomplete: 'off', ...more, value })}>`;
}

/** @param {Place} place */
export function numberControl(place) {
  const { min, max, type } = place.setting;
  return inputControl(place, { type: 'number', step: type === 'integer' ? 1 : 'any', min, max });
}

/** @param {Place} place @param {Record<string, any>} [more] */
export function textareaControl(place, more = {}) {
  const { value } = place;
  const text =
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  // A line break right after the tag is dropped by browsers, so one is put there for a text that begins with one.
  return html`<textarea${shared(place, { class: 'form-control', rows: 4, ...more })}>\n${text}</textarea>`;
}

/** @param {Place} place */
export function checkControl(place) {
  const checked = place.value === undefined ? place.setting.default === true : place.value === true;
  return html`<input type="hidden" name="${place.name}" value="false"><input${shared(place, { class: 'form-check-input', type: 'checkbox', value: 'true', checked })}>`;
}

/**
 * @param {Place} place @param {readonly Option[]} options @param {Record<string, any>} [more]
 */
export function selectControl(place, options, more = {}) {
  const { setting, value, parts } = place;
  const chosen = value ?? setting.default ?? '';
  const known = options.some((option) => option.value === chosen);
  // A name that is no more stays visible until another one is chosen: saving must not lose it silently.
  const lost = chosen !== '' && !known ? [{ value: String(chosen), label: `${chosen} (?)` }] : [];
  const isSettled = chosen !== '' && (setting.required || (setting.type === 'select' && setting.default));
  const none = isSettled ? '' : html`<option value="">${parts.t(wordForNone(setting))}</option>`;
  const print = (/** @type {Option} */ { value: one, label }) =>
    html`<option${attrs({ value: one, selected: one === chosen })}>${label}</option>`;
  return html`<select${shared(place, { class: 'form-select', ...more })}>${none}${byGroup([...lost, ...options]).map(
    ({ group, list }) => (group ? html`<optgroup label="${group}">${list.map(print)}</optgroup>` : list.map(print)),
  )}</select>`;
}

/** Options of one group stand together already. @param {readonly Option[]} options */
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

/** What it means to choose nothing. @param {Place['setting']} setting */
function wordForNone({ required, type }) {
  if (required) return 'settingsForm.choose';
  return type === 'fieldView' ? 'settingsForm.usual' : 'settingsForm.none';
}

/** @param {Place} place @param {readonly Option[]} options */
export function checksControl(place, options) {
  const { name, value, setting } = place;
  /** @type {string[]} */
  const chosen = Array.isArray(value)
    ? value
    : Array.isArray(setting.default) && value === undefined
      ? setting.default
      : [];
  const lost = chosen.filter((entry) => !options.some((option) => option.value === entry));
  const all = [...options, ...lost.map((entry) => ({ value: entry, label: `${entry} (?)` }))];
  return html`<input type="hidden" name="${name}" value="">${all.map((option, i) => {
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

/** @param {Place} place */
export function colourControl(place) {
  const list = `${idOf(place.name)}-palette`;
  return html`${inputControl(place, { list, placeholder: '#1a73e8' })}<datalist id="${list}">${PALETTE.map(
    (name) => html`<option value="${name}">`,
  )}</datalist>`;
}
