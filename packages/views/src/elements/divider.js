import { defineElement, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';

/** A horizontal line, optionally with text. */
export const divider = defineElement({
  name: 'divider',
  order: 170,
  label: 'el.divider',
  icon: 'separator-horizontal',
  group: 'content',
  children: 'none',
  scope: 'any',
  settings: [text('text', 'el.divider.text', { max: 120 })],
  compile: ({ settings }) =>
    settings.text ? html`<div class="hr-text" role="separator">${settings.text}</div>` : html`<hr class="m-0">`,
});
