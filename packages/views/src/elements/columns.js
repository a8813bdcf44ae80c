import { defineElement, html } from '@plinth/plugin';
import { join } from '../compile/rendered.js';
import { classes } from './parts/classes.js';
import { scale } from './parts/scales.js';

/** A row of columns, which stand below each other on narrow screens. */
export const columns = defineElement({
  name: 'columns',
  label: 'el.columns',
  icon: 'columns-2',
  group: 'layout',
  children: ['column'],
  scope: 'any',
  settings: [
    scale('gap', 'el.gap', '3'),
    {
      name: 'align',
      type: 'select',
      label: 'el.columns.align',
      default: 'stretch',
      options: [
        { value: 'stretch', label: 'el.align.stretch' },
        { value: 'start', label: 'el.align.top' },
        { value: 'center', label: 'el.align.middle' },
        { value: 'end', label: 'el.align.bottom' },
      ],
    },
  ],
  compile({ settings, children }, c) {
    const deck = settings.align === 'stretch' ? 'row-deck' : `align-items-${settings.align}`;
    return join([
      html`<div class="${classes('row', `pl-row-gap-${settings.gap}`, deck)}">`,
      c.children(children),
      html`</div>`,
    ]);
  },
});
