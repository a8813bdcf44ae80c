import { defineElement, html, join } from '@plinth/plugin';
import { boolean, select } from '@plinth/plugin/settings';
import { classes } from './parts/classes.js';
import { scale } from './parts/scales.js';

const GROUNDS = ['none', 'surface', 'subtle', 'soft', 'theme', 'dark', 'glow'];

/** A box with padding, background, border and width; its content can depend on roles and a condition. */
export const container = defineElement({
  name: 'container',
  order: 90,
  label: 'el.container',
  icon: 'container',
  group: 'layout',
  children: 'any',
  scope: 'any',
  settings: [
    scale('padding', 'el.container.padding', '3'),
    select(
      'background',
      'el.container.background',
      GROUNDS.map((value) => ({ value, label: `el.ground.${value}` })),
      { default: 'none' },
    ),
    boolean('border', 'el.container.border', { default: false }),
    scale('radius', 'el.container.radius', '2', ['0', '1', '2', '3']),
    select(
      'width',
      'el.width',
      ['full', 'text', 'narrow'].map((value) => ({ value, label: `el.width.${value}` })),
      { default: 'full' },
    ),
    select(
      'align',
      'el.container.align',
      ['start', 'center'].map((value) => ({ value, label: `el.align.${value}` })),
      { default: 'start' },
    ),
    scale('gap', 'el.gap', '3'),
  ],
  compile({ settings, children }, c) {
    const { padding, background, border, radius, width, align, gap } = settings;
    const box = classes(
      'pl-box',
      padding !== '0' && `pl-pad-${padding}`,
      background !== 'none' && `pl-bg-${GROUNDS.indexOf(background)}`,
      border && 'border',
      radius !== '0' && `pl-round-${radius}`,
    );
    const inner = classes(
      'pl-stack',
      `pl-gap-${gap}`,
      width !== 'full' && `pl-w-${width}`,
      align === 'center' && 'pl-centred',
    );
    return join([html`<div class="${box}"><div class="${inner}">`, c.children(children), html`</div></div>`]);
  },
});
