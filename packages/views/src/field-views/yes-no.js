import { defineFieldView, html } from '@plinth/plugin';

/** Yes or no in words. */
export const yesNoView = defineFieldView({
  name: 'yes_no',
  order: 180,
  label: 'Yes or no',
  mode: 'show',
  types: ['boolean'],
  settings: [
    { name: 'yes', type: 'text', label: 'Label for yes' },
    { name: 'no', type: 'text', label: 'Label for no' },
  ],
  render({ value, config, env }) {
    if (typeof value !== 'boolean') return html``;
    return html`${value ? config.yes || env.t('value.yes') : config.no || env.t('value.no')}`;
  },
});
