import { defineFieldView, html, person } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { asText } from './parts/plain.js';

/** A person's name beside the initials. */
export const userNameView = defineFieldView({
  name: 'user_name',
  order: 280,
  label: 'fv.user_name.label',
  mode: 'show',
  types: ['user'],
  settings: [boolean('avatar', 'fv.user_name.avatar', { default: true })],
  needs: (field, { avatar }) => [
    { name: 'label', label: true },
    ...(avatar === false ? [] : [{ name: 'picture', field: 'picture' }]),
  ],
  render({ value, needed, config, env }) {
    if (!value) return html``;
    const name = asText(needed.label) || env.t('fieldView.someone');
    if (config.avatar === false) return html`${name}`;
    return person({ id: asText(value), name, picture: needed.picture });
  },
});
