/** @import { Html, Setting, Values } from '@plinth/plugin' */
/** @import { SettingContext } from './context.js' */
import { attrs, html, PALETTE } from '@plinth/plugin';
import { entries, entry } from './entry.js';
import { idOf } from './controls.js';

/**
 * A list of options, one per line: name, stored value and colour. core-views/js/views/option-list.js adds lines with
 * Enter and by pasting, and moves them by dragging.
 *
 * @param {SettingContext} context @returns {Html}
 */
export function optionEntries(context) {
  const { value, name, parts } = context;
  /** @type {unknown[]} */
  const list = Array.isArray(value) ? value : [];
  const line = (/** @type {string} */ at, /** @type {unknown} */ option, fresh = false, path = '') =>
    entry(at, optionLine(context, at, option ?? {}, path), { fresh, parts });
  const known = list.map((option, n) => line(`${name}.${n}`, option, false, `${context.path}.${n}`));
  const { t } = parts;
  const words = attrs({
    'data-added': t('settingsForm.options.added', { added: '{added}', kept: '{kept}' }),
    'data-full': t('settingsForm.options.full', { most: '{most}' }),
  });
  return html`<div class="pl-options" data-pl-options="${PALETTE.join(' ')}"><p class="form-hint">${t('settingsForm.options.help')}</p>${entries(name, known, (at) => line(at, {}, true), parts)}<p class="form-hint" role="status"${words}></p></div>`;
}

/** @param {SettingContext} context @param {string} at @param {any} option @param {string} path of error messages */
function optionLine({ setting, parts }, at, option, path) {
  const { t, errors } = parts;
  const id = idOf(at);
  const label = option.label || option.value;
  const messages = ['label', 'value', 'colour'].map((key) => errors[`${path}.${key}`]).filter(Boolean);
  const message = messages[0] && html`<div class="invalid-feedback d-block" id="${id}.error">${messages[0]}</div>`;
  const shared = { class: 'form-control', type: 'text', autocomplete: 'off', 'aria-invalid': message ? 'true' : null };
  const name = attrs({
    ...shared,
    id: `${id}.label`,
    name: `${at}.label`,
    value: label ?? '',
    'data-pl-option-name': true,
    'aria-label': t('settingsForm.options.name'),
    placeholder: t('settingsForm.options.name'),
    'aria-describedby': message ? `${id}.error` : null,
  });
  const stored = attrs({
    ...shared,
    id: `${id}.value`,
    name: `${at}.value`,
    value: option.value ?? '',
    spellcheck: 'false',
    class: 'form-control pl-option-value',
    title: t('settingsForm.options.storedHelp'),
    'aria-label': t('settingsForm.options.stored'),
    placeholder: t('settingsForm.options.stored'),
  });
  return html`<span class="pl-option-grip" data-pl-grip data-pl-entry-tools title="${t('settingsForm.options.drag')}" hidden>${parts.icon('grip-vertical')}</span><div class="pl-option">${colourSelect(setting, at, option.colour, t)}<input${name}><input${stored}>${message}</div>`;
}

/** @param {Setting} setting @param {string} at @param {string | undefined} chosen @param {import('@plinth/plugin').Translate} t */
function colourSelect({ items = [] }, at, chosen, t) {
  const colours = items.find(({ name }) => name === 'colour')?.options ?? [];
  const own = attrs({
    id: `${idOf(at)}.colour`,
    name: `${at}.colour`,
    'data-pl-option-colour': true,
    class: `form-select pl-option-colour${chosen && PALETTE.includes(chosen) ? ` pl-c-${chosen}` : ''}`,
    'aria-label': t('settingsForm.options.colour'),
  });
  return html`<select${own}><option value="">${t('settingsForm.options.noColour')}</option>${colours.map(
    ({ value, label }) => html`<option${attrs({ value, selected: value === chosen })}>${t(label)}</option>`,
  )}</select>`;
}

/**
 * What was sent for one line: an option that has only a name is stored under it, and a name that is the stored value
 * needs no label.
 *
 * @param {Values} option
 */
export function readOption({ value = undefined, label = undefined, ...rest }) {
  const name = label?.trim() || undefined;
  const stored = value ?? name;
  return { ...(stored !== undefined && { value: stored }), ...(name && name !== stored && { label: name }), ...rest };
}
