import { attrs, defineElement, html, join } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';
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
    select(
      'direction',
      'el.stack.direction',
      { column: 'el.stack.column', row: 'el.stack.row' },
      { default: 'column' },
    ),
    scale('gap', 'el.gap', '3'),
    select('align', 'el.align', [{ value: 'stretch', label: 'el.align.stretch' }, ...ALIGNMENTS], {
      default: 'stretch',
    }),
    select('justify', 'el.stack.justify', [...ALIGNMENTS, { value: 'between', label: 'el.align.between' }], {
      default: 'start',
    }),
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
