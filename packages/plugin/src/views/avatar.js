/** @import { Html } from '../index.d.ts' */
import { createCache } from '../caches/create-cache.js';
import { html } from '../html.js';

const COLOURS = ['red', 'orange', 'amber', 'lime', 'green', 'teal', 'cyan', 'blue', 'purple', 'pink'];

/**
 * A person as a small round sign: their initials, in a colour that is always the same. Decoration, so the name has to
 * stand beside it.
 *
 * @param {{ id: string, name: string }} person
 * @param {{ size?: 'sm' | 'md' | 'lg' }} [options]
 * @returns {Html}
 */
export function avatar({ id, name }, { size = 'sm' } = {}) {
  const look = size === 'md' ? 'avatar' : `avatar avatar-${size}`;
  return html`<span class="${look} pl-c-${colourOf(id)}" aria-hidden="true">${initials(name)}</span>`;
}

/** @type {import('../index.d.ts').Cache<string, Html>} The same people are printed again and again. */
const printed = createCache({ max: 2000 });

/**
 * A person's initials and the name.
 *
 * @param {{ id: string, name: string }} one
 * @returns {Html}
 */
export function person({ id, name }) {
  const key = `${id} ${name}`;
  const print = () => html`<span class="pl-person text-nowrap">${avatar({ id, name })} ${name}</span>`;
  return key.length < 250 ? printed.getOrMake(key, print) : print();
}

/** First letters of the first and the last word. @param {string} name */
export function initials(name) {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : ''].map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

/** The same person always has the same colour. @param {string} id */
function colourOf(id) {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 9973;
  return COLOURS[sum % COLOURS.length];
}
