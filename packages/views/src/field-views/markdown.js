import { defineFieldView, html } from '@plinth/plugin';
import { asText } from './parts/plain.js';
import { renderMarkdown } from './parts/render-markdown.js';

/** Markdown as formatted text. */
export const markdownView = defineFieldView({
  name: 'markdown',
  order: 30,
  label: 'fv.markdown.label',
  mode: 'show',
  types: [{ isFree: true }],
  settings: [],
  render: ({ value, inLink }) =>
    value ? html`<div class="pl-prose">${renderMarkdown(asText(value), { inLink })}</div>` : html``,
});
