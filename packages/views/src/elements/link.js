import { attrs, defineElement, EMPTY, html } from '@plinth/plugin';
import { icon, text } from '@plinth/plugin/settings';
import { linkTarget, targetAttributes, targetSettings } from './parts/link-target.js';

/** A link in plain text, to a page, a view or an address. */
export const link = defineElement({
  name: 'link',
  order: 140,
  label: 'el.link',
  icon: 'link',
  group: 'content',
  children: 'none',
  scope: 'any',
  settings: [text('label', 'el.label', { required: true, max: 200 }), ...targetSettings(), icon('icon', 'el.icon')],
  compile({ settings }, c) {
    const target = linkTarget(settings, c);
    const extra = attrs(targetAttributes(settings));
    const content = html`${settings.icon && c.icon(settings.icon)}${settings.icon && ' '}${settings.label}`;
    return (m) => {
      const href = target(m);
      return href ? html`<a href="${href}"${extra}>${content}</a>` : EMPTY;
    };
  },
});
