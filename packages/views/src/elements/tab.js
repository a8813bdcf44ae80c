/** @import { RowModel, Values } from '@plinth/plugin' */
import { attrs, defineElement, html, join } from '@plinth/plugin';
import { icon, text } from '@plinth/plugin/settings';

/**
 * One tab panel with the radio button that opens it. The radio button belongs to no form (form="none"), so that a
 * surrounding form doesn't submit it.
 */
export const tab = defineElement({
  name: 'tab',
  order: 60,
  label: 'el.tab',
  icon: 'box',
  group: 'layout',
  children: 'any',
  scope: 'any',
  settings: [text('label', 'el.title', { required: true, max: 120 }), icon('icon', 'el.icon')],
  compile(node, c) {
    const { group = node.id, first = true } = /** @type {Values} */ (node).tabs ?? {};
    c.inText({ group: 'start' });
    c.inText({ heading: node.settings.label });
    const inner = c.children(node.children);
    c.inText({ group: 'end' });
    const label = html`${node.settings.icon && c.icon(node.settings.icon)}${node.settings.label}`;
    /** @param {RowModel} m */
    const choice = (m) => {
      // A layout may be rendered once per row, each with its own group.
      const suffix = m.rowId === null ? '' : `-${m.rowId}`;
      const id = `tab-${node.id}${suffix}`;
      const input = attrs({ name: `tabs-${group}${suffix}`, id, form: 'none', checked: first, autocomplete: 'off' });
      return html`<input class="pl-tab-choice" type="radio"${input}><label class="pl-tab" for="${id}">${label}</label><div class="pl-tab-panel"><div class="pl-stack">`;
    };
    return join([choice, inner, html`</div></div>`]);
  },
});
