import { defineElement } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { buttonClass, buttonContent, buttonSettings } from './parts/button-style.js';

/** Deletes the current row after confirmation. */
export const deleteButton = defineElement({
  name: 'delete_button',
  order: 330,
  label: 'el.delete_button',
  icon: 'trash',
  group: 'action',
  children: 'none',
  scope: 'row',
  settings: [
    text('label', 'el.label', { max: 120 }),
    ...buttonSettings({ style: 'ghost', withLink: false }).map((setting) =>
      setting.name === 'icon' ? { ...setting, default: 'trash' } : setting,
    ),
    text('confirm', 'el.confirm', { max: 300 }),
  ],
  compile(node, c) {
    const { label, confirm, style } = node.settings;
    const name = buttonClass(node.settings);
    return c.action(node, {
      action: 'delete_row',
      config: {},
      label: buttonContent(node.settings, label || c.t('el.delete_button'), c.icon),
      class: style === 'ghost' ? name.replace('btn-ghost', 'btn-ghost-danger') : name,
      confirm,
    });
  },
});
