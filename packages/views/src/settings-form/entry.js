/** @import { Html } from '@plinth/plugin' */
/** @import { FormParts } from './context.js' */
import { html, raw } from '@plinth/plugin';

/**
 * One of several entries with controls to move and remove it: buttons for the browser module, a checkbox without
 * JavaScript.
 *
 * @param {string} name key path with the entry's number @param {Html | Html[]} inner
 * @param {{ fresh: boolean, parts: FormParts, title?: string | Html, open?: boolean, isStep?: boolean }} options
 *   fresh: an empty entry, dropped if left empty; title: the entry is collapsed under this, unless open; isStep: it can
 *   be dragged and duplicated
 */
export function entry(name, inner, { fresh, parts, title, open = false, isStep = false }) {
  const known = fresh ? '' : html`<input type="hidden" name="${name}._known" value="1">`;
  const remove = fresh ? '' : removeBox(name, parts);
  const body = title
    ? html`<details class="pl-entry-fold"${open ? html` open` : ''}><summary class="pl-entry-title">${title}</summary><div class="pl-entry-body">${inner}</div>${remove}</details>`
    : html`${inner}${remove}`;
  return html`<div class="pl-entry${title ? ' pl-entry-folds' : ''}" data-pl-entry="${name}">${known}${isStep && grip(parts)}${body}${moveButtons(parts, isStep)}</div>`;
}

/** @param {string} name @param {FormParts} parts */
function removeBox(name, { t }) {
  const id = `s-${name}._remove`;
  return html`<span class="form-check pl-entry-remove"><input class="form-check-input" type="checkbox" id="${id}" name="${name}._remove" value="1"><label class="form-check-label" for="${id}">${t('settingsForm.remove')}</label></span>`;
}

/** @param {FormParts} parts */
const grip = ({ t, icon }) =>
  html`<span class="pl-option-grip" data-pl-grip data-pl-entry-tools title="${t('settingsForm.options.drag')}" hidden>${icon('grip-vertical')}</span>`;

/** @param {FormParts} parts @param {boolean} isStep */
function moveButtons({ t, icon }, isStep) {
  const look = raw('type="button" class="btn btn-icon btn-sm btn-ghost"');
  const copy =
    isStep &&
    html`<button ${look} data-pl-duplicate aria-label="${t('settingsForm.duplicate')}" title="${t('settingsForm.duplicate')}">${icon('copy')}</button>`;
  return html`<span class="pl-entry-move${isStep && ' pl-entry-move-step'}" data-pl-entry-tools hidden>${copy}<button ${look} data-pl-move="-1" aria-label="${t('settingsForm.up')}">${icon('chevron-up')}</button><button ${look} data-pl-move="1" aria-label="${t('settingsForm.down')}">${icon('chevron-down')}</button><button ${look} data-pl-remove aria-label="${t('settingsForm.remove')}">${icon('x')}</button></span>`;
}

/**
 * The entries, an empty one for use without JavaScript, and the browser module's template for more.
 *
 * @param {string} name key path of the list
 * @param {Html[]} known
 * @param {(name: string) => Html} blank
 * @param {FormParts} parts
 */
export function entries(name, known, blank, { t, icon }) {
  return html`<div class="pl-entries" data-pl-entries="${name}">${known}${blank(`${name}.${known.length}`)}<template>${blank(`${name}.__n__`)}</template><button type="button" class="btn btn-sm" data-pl-add hidden>${icon('plus')}<span>${t('settingsForm.add')}</span></button></div>`;
}
