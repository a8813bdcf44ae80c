import { attrs, defineElement, html, join } from '@plinth/plugin';
import { classes } from './parts/classes.js';
import { ALIGNMENTS, scale } from './parts/scales.js';

/** Children stacked vertically or horizontally with even gaps. The root of every layout. */
export const stack = defineElement({
  name: 'stack',
  order: 10,
  label: 'el.stack',
  icon: 'layout-rows',
  group: 'layout',
  children: 'any',
  scope: 'any',
  settings: [
    {
      name: 'direction',
      type: 'select',
      label: 'el.stack.direction',
      default: 'column',
      options: [
        { value: 'column', label: 'el.stack.column' },
        { value: 'row', label: 'el.stack.row' },
      ],
    },
    scale('gap', 'el.gap', '3'),
    {
      name: 'align',
      type: 'select',
      label: 'el.align',
      default: 'stretch',
      options: [{ value: 'stretch', label: 'el.align.stretch' }, ...ALIGNMENTS],
    },
    {
      name: 'justify',
      type: 'select',
      label: 'el.stack.justify',
      default: 'start',
      options: [...ALIGNMENTS, { value: 'between', label: 'el.align.between' }],
    },
  ],
  compile({ settings, children }, c) {
    const { direction, gap, align, justify } = settings;
    const name = classes(
      'pl-stack',
      direction === 'row' && 'pl-stack-row',
      `pl-gap-${gap}`,
      align !== 'stretch' && `align-items-${align}`,
      justify !== 'start' && `justify-content-${justify}`,
    );
    return join([html`<div${attrs({ class: name })}>`, c.children(children), html`</div>`]);
  },
});
