/** @import { Html } from '@plinth/plugin' */
/** @import { Model } from './model.js' */
import { html } from '@plinth/plugin';

/**
 * A mark of a drawing that leads to the rows behind it. The keyboard has the same links in the table of the numbers, so that
 * it need not pass each mark to go on.
 *
 * @param {string | null} href @param {Html} mark @returns {Html}
 */
export const opens = (href, mark) => (href === null ? mark : html`<a href="${href}" tabindex="-1">${mark}</a>`);

/** A drawing is one picture, unless its marks lead somewhere. @param {Model} model */
export const roleOf = ({ categories }) =>
  categories.some(({ links }) => links.some((link) => link !== null)) ? 'group' : 'img';
