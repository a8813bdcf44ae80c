/** @import { Node } from '@plinth/plugin' */
import { attrs, defineElement, html, join } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';

/**
 * Tab panels controlled by radio buttons, so they work without scripts and with the arrow keys. A tab's node also has
 * its group and whether it is open at first.
 */
export const tabs = defineElement({
  name: 'tabs',
  order: 50,
  label: 'el.tabs',
  icon: 'box-multiple',
  group: 'layout',
  children: ['tab'],
  scope: 'any',
  settings: [text('label', 'el.tabs.label', { max: 120 })],
  scripts: ['core-views/js/tabs.js'],
  compile({ id, settings, children = [] }, c) {
    return join([
      html`<div class="pl-tabs" role="group"${attrs({ 'aria-label': settings.label || c.t('el.tabs') })}>`,
      ...children.map((child, i) => c.child(/** @type {Node} */ ({ ...child, tabs: { group: id, first: i === 0 } }))),
      html`</div>`,
    ]);
  },
});
