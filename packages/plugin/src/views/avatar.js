/** @import { Html } from '../index.d.ts' */
import { createCache } from '../caches/create-cache.js';
import { html } from '../html.js';
import { avatarColour, initials, pictureUrl } from '../local/face.js';

export { avatarColour, initials, pictureUrl };

/** Sides in pixels. */
const SIZES = { sm: 24, md: 32, lg: 48 };

/**
 * @typedef {object} Person
 * @property {string} id
 * @property {string} name
 * @property {string | null} [picture] id of their profile picture
 */

/**
 * A person as a small round sign: their picture, or their initials in a colour that is always the same. Decoration, so
 * the name has to stand beside it.
 *
 * @param {Person} person
 * @param {{ size?: 'sm' | 'md' | 'lg' }} [options]
 * @returns {Html}
 */
export function avatar({ id, name, picture }, { size = 'sm' } = {}) {
  const look = size === 'md' ? 'avatar' : `avatar avatar-${size}`;
  if (!picture) return html`<span class="${look} pl-c-${avatarColour(id)}" aria-hidden="true">${initials(name)}</span>`;
  const side = SIZES[size];
  return html`<img class="${look}" src="${pictureUrl(picture)}" alt="" width="${side}" height="${side}" loading="lazy" decoding="async">`;
}

/** The same people are printed again and again: by id, which is all that is looked up. @type {import('../index.d.ts').Cache<string, { name: string, picture: string | null, html: Html }>} */
const printed = createCache({ max: 2000 });
/** Of names that are remembered. */
const LONGEST = 200;

/**
 * A person's picture or initials, and the name. The style sheet shows the initials, which are no part of the text.
 *
 * @param {Person} one
 * @returns {Html}
 */
export function person({ id, name, picture = null }) {
  const known = printed.get(id);
  if (known !== undefined && known.name === name && known.picture === picture) return known.html;
  const made = picture
    ? html`<span class="pl-person text-nowrap">${avatar({ id, name, picture })} ${name}</span>`
    : html`<span class="pl-person pl-c-${avatarColour(id)}" data-pl-face="${initials(name)}">${name}</span>`;
  if (id.length + name.length < LONGEST) printed.set(id, { name, picture, html: made });
  return made;
}
