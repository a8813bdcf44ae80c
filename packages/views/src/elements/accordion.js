/** @import { Node } from '@plinth/plugin' */
import { defineElement, html, join } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';

/** Sections that open and close. */
export const accordion = defineElement({
  name: 'accordion',
  order: 70,
  label: 'el.accordion',
  icon: 'layout-list',
  group: 'layout',
  children: ['section'],
  scope: 'any',
  settings: [boolean('one', 'el.accordion.one', { default: false })],
  compile({ id, settings, children = [] }, c) {
    const group = settings.one ? id : null;
    const sections = children.map((child) => c.child(/** @type {Node} */ ({ ...child, accordion: { group } })));
    return join([html`<div class="accordion">`, ...sections, html`</div>`]);
  },
});
