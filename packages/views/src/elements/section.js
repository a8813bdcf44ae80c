/** @import { RowModel, Values } from '@plinth/plugin' */
import { attrs, defineElement, html, join } from '@plinth/plugin';
import { boolean, text } from '@plinth/plugin/settings';
import { classes } from './parts/classes.js';

/** A collapsible section, by itself or in an accordion. */
export const section = defineElement({
  name: 'section',
  order: 80,
  label: 'el.section',
  icon: 'chevrons-down',
  group: 'layout',
  children: 'any',
  scope: 'any',
  settings: [
    text('title', 'el.title', { required: true, max: 200 }),
    { name: 'icon', type: 'icon', label: 'el.icon' },
    boolean('open', 'el.section.open', { default: false }),
  ],
  compile(node, c) {
    const { title, icon, open } = node.settings;
    c.inText({ group: 'start' });
    c.inText({ heading: title });
    const placement = c.placement();
    const inner = c.children(node.children);
    c.inText({ group: 'end' });
    const place = /** @type {Values} */ (node).accordion;
    /** @param {RowModel} m */
    const name = (m) => (place?.group ? `${place.group}-${m.rowId ?? ''}` : null);
    const looks = classes('accordion-item', place && placement);
    const item = join([
      (m) => html`<details class="${looks}"${attrs({ open, name: name(m) })}>`,
      html`<summary class="accordion-button">${icon && c.icon(icon)}<span>${title}</span></summary><div class="accordion-body"><div class="pl-stack">`,
      inner,
      html`</div></div></details>`,
    ]);
    return place ? item : join([html`<div class="${classes('accordion', placement)}">`, item, html`</div>`]);
  },
});
