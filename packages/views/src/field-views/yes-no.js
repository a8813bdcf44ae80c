import { defineFieldView, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';

/** Yes or no in words. */
export const yesNoView = defineFieldView({
  name: 'yes_no',
  order: 180,
  label: 'fv.yes_no.label',
  mode: 'show',
  types: ['boolean'],
  settings: [text('yes', 'fv.yes_no.yes'), text('no', 'fv.yes_no.no')],
  render({ value, config, env }) {
    if (typeof value !== 'boolean') return html``;
    return html`${value ? config.yes || env.t('value.yes') : config.no || env.t('value.no')}`;
  },
});
