import { defineElement, html } from '@plinth/plugin';

/** Begins a new line in a row of elements. */
export const lineBreak = defineElement({
  name: 'line_break',
  order: 180,
  label: 'el.line_break',
  icon: 'arrow-back',
  group: 'content',
  children: 'none',
  scope: 'any',
  settings: [],
  compile: () => html`<div class="pl-break"></div>`,
});
