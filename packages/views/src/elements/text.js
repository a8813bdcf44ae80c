import { defineElement, html, raw } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';
import { markdown } from './parts/markdown.js';
import { classes } from './parts/classes.js';
import { ALIGN } from './parts/scales.js';

/** @type {Record<string, string>} */
const STYLES = { normal: '', lead: 'lead', small: 'small', muted: 'text-secondary', badge: 'pl-pill' };

/** Written text with Markdown: emphasis, links, lists, code, quotations. */
export const text = defineElement({
  name: 'text',
  order: 100,
  label: 'el.text',
  icon: 'align-left',
  group: 'content',
  children: 'none',
  scope: 'any',
  settings: [
    { name: 'text', type: 'markdown', label: 'el.text.text', help: 'el.text.help' },
    select(
      'style',
      'el.style',
      Object.keys(STYLES).map((value) => ({ value, label: `el.text.${value}` })),
      { default: 'normal' },
    ),
    ALIGN,
  ],
  compile({ settings }, { registry }) {
    const { text: source = '', style, align } = settings;
    const name = classes('pl-prose', STYLES[style], align !== 'start' && `text-${align}`);
    // Safe: markdown() gives sanitised markup.
    return html`<div class="${name}">${raw(markdown(source, registry))}</div>`;
  },
});
