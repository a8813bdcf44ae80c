import { attrs, defineElement, EMPTY, html } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { buttonClass, buttonContent, buttonSettings } from './parts/button-style.js';
import { linkTarget, targetAttributes, targetSettings } from './parts/link-target.js';

/** A link that looks like a button. */
export const button = defineElement({
  name: 'button',
  order: 150,
  label: 'el.button',
  icon: 'square-rounded',
  group: 'content',
  children: 'none',
  scope: 'any',
  settings: [
    text('label', 'el.label', { required: true, max: 120 }),
    ...targetSettings(),
    ...buttonSettings({ style: 'primary', withLink: false }),
  ],
  compile({ settings }, c) {
    const target = linkTarget(settings, c);
    const extra = attrs({ class: buttonClass(settings), ...targetAttributes(settings) });
    const content = buttonContent(settings, settings.label, c.icon);
    return (m) => {
      const href = target(m);
      return href ? html`<a href="${href}"${extra}>${content}</a>` : EMPTY;
    };
  },
});
