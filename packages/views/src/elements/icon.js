import { attrs, defineElement, html } from '@plinth/plugin';
import { boolean, select, text } from '@plinth/plugin/settings';
import { classes } from './parts/classes.js';
import { COLOUR } from './parts/scales.js';

/** @type {Record<string, string>} */
const SIZES = { normal: '', large: 'pl-icon-lg', huge: 'pl-icon-xl' };

/** An icon, plain or on a coloured background. */
export const icon = defineElement({
  name: 'icon',
  order: 130,
  label: 'el.icon',
  icon: 'icons',
  group: 'content',
  children: 'none',
  scope: 'any',
  settings: [
    { name: 'icon', type: 'icon', label: 'el.icon', default: 'star' },
    select(
      'size',
      'el.size',
      Object.keys(SIZES).map((value) => ({ value, label: `el.size.${value}` })),
      { default: 'normal' },
    ),
    COLOUR,
    boolean('ground', 'el.icon.ground', { default: false }),
    text('label', 'el.icon.label', { help: 'el.icon.label.help', max: 120 }),
  ],
  compile({ settings }, c) {
    const { icon: name, size, colour, ground, label } = settings;
    const css = classes(
      'pl-icon',
      SIZES[size],
      ground && 'pl-icon-ground pl-tinted',
      !ground && colour && 'pl-ink',
      colour ? `pl-c-${colour}` : ground && 'pl-c-grey',
    );
    return html`<span${attrs({ class: css, role: label ? 'img' : null, 'aria-label': label })}>${c.icon(name)}</span>`;
  },
});
