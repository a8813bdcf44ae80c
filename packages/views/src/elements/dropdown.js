import { defineElement, EMPTY, Html as Markup, html, renderer } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { classes } from './parts/classes.js';
import { buttonClass, buttonContent, buttonSettings } from './parts/button-style.js';

/** Icons that stand for a menu without a label. */
const TELLS = /^(dots|menu|chevron-down|caret-down)/;

/** A button that opens a menu of links and actions. */
export const dropdown = defineElement({
  name: 'dropdown',
  order: 160,
  label: 'el.dropdown',
  icon: 'select',
  group: 'content',
  children: ['link', 'button', 'view_link', 'action_button', 'delete_button', 'divider'],
  scope: 'any',
  settings: [
    { name: 'label', type: 'text', label: 'el.label', max: 120 },
    ...buttonSettings({ withLink: false }),
    boolean('end', 'el.dropdown.end', { default: false }),
  ],
  compile({ settings, children = [] }, c) {
    const { label, end } = settings;
    const bare = !label;
    const content = bare
      ? html`${c.icon(settings.icon || 'dots')}<span class="visually-hidden">${c.t('el.dropdown.more')}</span>`
      : buttonContent(settings, label, c.icon);
    // Last comes the place where the builder adds an entry.
    const parts = [...children.map((child) => c.child(child)), c.children([])].map(renderer);
    const isLine = (/** @type {number} */ i) => children[i]?.type === 'divider';
    const start = html`<details class="dropdown" data-pl-menu><summary class="${classes(buttonClass(settings), bare ? 'btn-icon' : TELLS.test(settings.icon ?? '') ? '' : 'dropdown-toggle')}">${content}</summary><div class="${classes('dropdown-menu', end && 'dropdown-menu-end')}">`;
    return (m) => {
      const texts = parts.map((part) => part(m).text);
      // A menu without entries for this user is left out; dividers don't count.
      const isEmpty = texts.every((text, i) => text.trim() === '' || isLine(i));
      return isEmpty ? EMPTY : html`${start}${new Markup(texts.join(''))}</div></details>`;
    };
  },
});
