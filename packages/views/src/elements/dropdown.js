import { defineElement, html } from '@plinth/plugin';
import { join } from '../compile/rendered.js';
import { classes } from './parts/classes.js';
import { buttonClass, buttonContent, buttonSettings } from './parts/button-style.js';

/** A button that opens a menu of links and actions. */
export const dropdown = defineElement({
  name: 'dropdown',
  label: 'el.dropdown',
  icon: 'select',
  group: 'content',
  children: ['link', 'button', 'view_link', 'action_button', 'delete_button', 'divider'],
  scope: 'any',
  settings: [
    { name: 'label', type: 'text', label: 'el.label', max: 120 },
    ...buttonSettings({ withLink: false }),
    { name: 'end', type: 'boolean', label: 'el.dropdown.end', default: false },
  ],
  compile({ settings, children }, c) {
    const { label, end } = settings;
    const bare = !label;
    const content = bare
      ? html`${c.icon(settings.icon || 'dots')}<span class="visually-hidden">${c.t('el.dropdown.more')}</span>`
      : buttonContent(settings, label, c.icon);
    return join([
      html`<details class="dropdown" data-pl-menu><summary class="${classes(buttonClass(settings), bare ? 'btn-icon' : 'dropdown-toggle')}">${content}</summary><div class="${classes('dropdown-menu', end && 'dropdown-menu-end')}">`,
      c.children(children),
      html`</div></details>`,
    ]);
  },
});
