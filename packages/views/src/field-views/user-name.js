import { defineFieldView, html } from '@plinth/plugin';
import { asText } from './parts/plain.js';

const COLOURS = ['red', 'orange', 'amber', 'lime', 'green', 'teal', 'cyan', 'blue', 'purple', 'pink'];

/** A person's name beside the initials. */
export const userNameView = defineFieldView({
  name: 'user_name',
  label: 'Name',
  mode: 'show',
  types: ['user'],
  settings: [{ name: 'avatar', type: 'boolean', label: 'With initials', default: true }],
  needs: () => [{ name: 'label', label: true }],
  render({ value, needed, config, env }) {
    if (!value) return html``;
    const name = asText(needed.label) || env.t('fieldView.someone');
    if (config.avatar === false) return html`${name}`;
    return html`<span class="pl-person text-nowrap"><span class="avatar avatar-sm pl-c-${colourOf(asText(value))}" aria-hidden="true">${initials(name)}</span> ${name}</span>`;
  },
});

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
