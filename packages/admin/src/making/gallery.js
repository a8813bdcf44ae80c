import { attrs, html } from '@plinth/plugin';
import { partsFor } from '../frame/index.js';

/** @import { Html } from '@plinth/plugin' */
/** @import { Request } from '@plinth/server/types' */

/**
 * Starting points to choose from, each with a picture that assets/gallery.js requests when the screen is open. Until
 * then, and without scripts, an icon stands in its place.
 *
 * @param {Request} req
 * @param {{ name: string, legend: string, pictures: string, chosen: string,
 *   choices: readonly { value: string, label: string, description: string, icon: string, suggested?: string,
 *     disabled?: boolean }[] }} gallery
 *   pictures: the address that returns them; suggested: the label that a new object gets
 * @returns {Html}
 */
export function gallery(req, { name, legend, pictures, chosen, choices }) {
  const { icon } = partsFor(req);
  const cards = choices.map(
    ({ value, label, description, icon: sign, suggested, disabled }) => html`<label class="adm-choice adm-start-point">
      <input type="radio"${attrs({ name, value, checked: value === chosen, disabled, 'data-suggested': suggested })}>
      <span class="adm-picture" data-adm-picture="${value}">${icon(sign)}</span>
      <span class="adm-start-words"><strong>${icon(sign)} ${label}</strong>
      <span class="d-block text-secondary small">${description}</span></span></label>`,
  );
  return html`<fieldset class="mb-3" data-adm-gallery="${pictures}"><legend class="form-label">${legend}</legend>
    <div class="adm-start-points">${cards}</div></fieldset>`;
}
