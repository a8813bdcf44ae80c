/** @import { Node } from '@plinth/plugin' */
import { defineElement, html, join } from '@plinth/plugin';

/** Sections that open and close. */
export const accordion = defineElement({
  name: 'accordion',
  order: 70,
  label: 'el.accordion',
  icon: 'layout-list',
  group: 'layout',
  children: ['section'],
  scope: 'any',
  settings: [{ name: 'one', type: 'boolean', label: 'el.accordion.one', default: false }],
  compile({ id, settings, children = [] }, c) {
    const group = settings.one ? id : null;
    const sections = children.map((child) => c.child(/** @type {Node} */ ({ ...child, accordion: { group } })));
    return join([html`<div class="accordion">`, ...sections, html`</div>`]);
  },
});
