import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';

/** Yes or no in words. */
export const yesNoView = defineFieldView({
  name: 'yes_no',
  order: 180,
  label: 'Yes or no',
  mode: 'show',
  types: ['boolean'],
  settings: [text('yes', 'Label for yes'), text('no', 'Label for no')],
  render({ value, config, env }) {
    if (typeof value !== 'boolean') return html``;
    return html`${value ? config.yes || env.t('value.yes') : config.no || env.t('value.no')}`;
  },
});
