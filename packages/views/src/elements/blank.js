import { defineElement, html } from '@plinth/plugin';
import { scale } from './parts/scales.js';

/** Empty space. */
export const blank = defineElement({
  name: 'blank',
  order: 190,
  label: 'el.blank',
  icon: 'spacing-vertical',
  group: 'content',
  children: 'none',
  scope: 'any',
  settings: [scale('height', 'el.blank.height', '3', ['1', '2', '3', '4', '5'])],
  compile: ({ settings }) => html`<div class="pl-h-${settings.height}"></div>`,
});
