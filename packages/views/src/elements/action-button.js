import { defineElement } from '@plinth/plugin';
import { buttonClass, buttonContent, buttonSettings } from './parts/button-style.js';

/** A button that runs an action, on the current row if there is one. */
export const actionButton = defineElement({
  name: 'action_button',
  order: 320,
  label: 'el.action_button',
  icon: 'bolt',
  group: 'action',
  children: 'none',
  scope: 'any',
  settings: [
    { name: 'action', type: 'action', label: 'el.action_button.action', required: true },
    { name: 'label', type: 'text', label: 'el.label', max: 120 },
    ...buttonSettings({ withLink: false }),
    { name: 'confirm', type: 'text', label: 'el.confirm', help: 'el.confirm.help', max: 300 },
  ],
  compile(node, c) {
    const { action, label, confirm } = node.settings;
    const text = label || c.t(c.registry.action(action.action).label);
    return c.action(node, {
      action: action.action,
      config: action.config,
      label: buttonContent(node.settings, text, c.icon),
      class: buttonClass(node.settings),
      confirm,
    });
  },
});
