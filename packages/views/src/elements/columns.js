import { defineElement, html, join } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';
import { classes } from './parts/classes.js';
import { scale } from './parts/scales.js';

/** A row of columns, which are stacked on narrow screens. */
export const columns = defineElement({
  name: 'columns',
  order: 20,
  label: 'el.columns',
  icon: 'columns-2',
  group: 'layout',
  children: ['column'],
  scope: 'any',
  settings: [
    scale('gap', 'el.gap', '3'),
    select(
      'align',
      'el.columns.align',
      { stretch: 'el.align.stretch', start: 'el.align.top', center: 'el.align.middle', end: 'el.align.bottom' },
      { default: 'stretch' },
    ),
  ],
  compile({ settings, children = [] }, c) {
    const { align } = settings;
    // Cards side by side have equal height; a sidebar is as high as its content.
    const widths = new Set(children.map(({ settings: own }) => own?.width ?? 'auto'));
    const deck = align !== 'stretch' ? `align-items-${align}` : widths.size > 1 ? 'align-items-start' : 'row-deck';
    return join([
      html`<div class="${classes('row', `pl-row-gap-${settings.gap}`, deck)}">`,
      c.children(children),
      html`</div>`,
    ]);
  },
});
