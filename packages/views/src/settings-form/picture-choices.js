/** @import { Html } from '@plinth/plugin' */
/** @import { Pictures, SettingContext } from './context.js' */
import { attrs, html, PALETTE } from '@plinth/plugin';
import { idOf } from './controls.js';

/** @typedef {Pictures[string]} Choices */

/**
 * The pictures to choose a setting's value from: those that the form was given for it, or swatches if its options are the
 * colours of the palette. Null if there are none; only settings at the top of a form have any.
 *
 * @param {SettingContext} context @returns {Choices | null}
 */
export function picturesOf({ setting, path, parts }) {
  if (!parts.pictures || path !== setting.name) return null;
  const given = parts.pictures[setting.name];
  if (given) return given;
  const options = setting.options ?? [];
  if (options.length === 0 || !options.every(({ value }) => PALETTE.includes(value))) return null;
  return [
    { value: '', label: parts.t('settingsForm.none'), picture: html`<span class="pl-choice-none"></span>` },
    ...options.map(({ value, label }) => ({
      value,
      label: parts.t(label),
      picture: html`<span class="pl-choice-colour pl-c-${value}"></span>`,
    })),
  ];
}

/**
 * Radio buttons that are pictures, with their labels below or, for colours, in the title.
 *
 * @param {SettingContext} context @param {Choices} choices @returns {Html}
 */
export function pictureChoices({ setting, name, value }, choices) {
  const chosen = value ?? setting.default ?? '';
  const lost = choices.some((one) => one.value === chosen)
    ? []
    : [{ value: String(chosen), label: `${chosen} (?)`, picture: html`${chosen}` }];
  const isColours = setting.type === 'select';
  return html`<div class="pl-choices${isColours && ' pl-choices-colours'}">${[...lost, ...choices].map((one, i) => {
    const id = `${idOf(name)}-${i}`;
    const input = attrs({ id, name, value: one.value, checked: one.value === chosen, 'aria-label': one.label });
    return html`<div class="pl-choice"><input type="radio"${input}><label for="${id}" title="${one.label}"><span class="pl-choice-picture" inert>${one.picture}</span>${
      !isColours && html`<span class="pl-choice-label text-truncate">${one.label}</span>`
    }</label></div>`;
  })}</div>`;
}
