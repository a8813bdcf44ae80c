/** @import { Html, Setting, Values } from '@plinth/plugin' */
import { html } from '@plinth/plugin';
import { boolean, select } from '@plinth/plugin/settings';
import { classes } from './classes.js';

/** @type {Record<string, string>} */
const STYLES = {
  primary: 'btn btn-primary',
  normal: 'btn',
  outline: 'btn btn-outline-primary',
  ghost: 'btn btn-ghost',
  danger: 'btn btn-danger',
  link: '',
};
/** @type {Record<string, string>} */
const SIZES = { small: 'btn-sm', normal: '', large: 'btn-lg' };

/**
 * The settings of everything that looks like a button.
 * @param {{ style?: string, withLink?: boolean }} [options] @returns {Setting[]}
 */
export function buttonSettings({ style = 'normal', withLink = true } = {}) {
  const styles = Object.keys(STYLES).filter((name) => withLink || name !== 'link');
  return [
    { name: 'icon', type: 'icon', label: 'el.icon' },
    select(
      'style',
      'el.style',
      styles.map((value) => ({ value, label: `el.button.${value}` })),
      { default: style },
    ),
    select(
      'size',
      'el.size',
      Object.keys(SIZES).map((value) => ({ value, label: `el.size.${value}` })),
      { default: 'normal' },
    ),
    boolean('block', 'el.block', { default: false }),
  ];
}

/** @param {Values} settings of buttonSettings() */
export function buttonClass({ style, size, block }) {
  if (style === 'link') return '';
  return classes(STYLES[style] ?? 'btn', SIZES[size], block && 'w-100');
}

/**
 * Icon and text.
 *
 * @param {Values} settings
 * @param {string | Html} label
 * @param {(name: string) => Html} icon
 */
export function buttonContent(settings, label, icon) {
  return html`${settings.icon && icon(settings.icon)}${label && (settings.icon ? html`<span>${label}</span>` : label)}`;
}
