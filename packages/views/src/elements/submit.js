import { attrs, defineElement, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { buttonClass, buttonContent, buttonSettings } from './parts/button-style.js';

/** Sends the form. */
export const submit = defineElement({
  name: 'submit',
  order: 310,
  label: 'el.submit',
  icon: 'device-floppy',
  group: 'action',
  children: 'none',
  scope: 'form',
  settings: [text('label', 'el.label', { max: 120 }), ...buttonSettings({ style: 'primary', withLink: false })],
  compile({ settings }, c) {
    const content = buttonContent(settings, settings.label || c.t('el.submit.save'), c.icon);
    return html`<button${attrs({ class: buttonClass(settings), type: 'submit' })}>${content}</button>`;
  },
});
