import { defineFieldView, html, createCache } from '@plinth/plugin';
import { asText } from './parts/plain.js';

const COLOURS = ['red', 'orange', 'amber', 'lime', 'green', 'teal', 'cyan', 'blue', 'purple', 'pink'];

/** A person's name beside the initials. */
export const userNameView = defineFieldView({
  name: 'user_name',
  order: 280,
  label: 'Name',
  mode: 'show',
  types: ['user'],
  settings: [{ name: 'avatar', type: 'boolean', label: 'Show initials', default: true }],
  needs: () => [{ name: 'label', label: true }],
  render({ value, needed, config, env }) {
    if (!value) return html``;
    const name = asText(needed.label) || env.t('fieldView.someone');
    if (config.avatar === false) return html`${name}`;
    return person(asText(value), name);
  },
});

/**
 * The same names are rendered again and again.
 *
 * @type {import('@plinth/plugin').Cache<string, import('@plinth/plugin').Html>}
 */
const people = createCache({ max: 2000 });

/** @param {string} id @param {string} name */
function person(id, name) {
  const key = `${id} ${name}`;
  const print = () =>
    html`<span class="pl-person text-nowrap"><span class="avatar avatar-sm pl-c-${colourOf(id)}" aria-hidden="true">${initials(name)}</span> ${name}</span>`;
  return key.length < 200 ? people.getOrMake(key, print) : print();
}

/** @param {string} name */
function initials(name) {
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
