/** @import { Setting } from '@plinth/plugin' */
import { defineElement, html, join } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { classes } from './parts/classes.js';

/** @param {string} name @returns {Setting} */
const width = (name) => integer(name, `el.column.${name}`, { min: 1, max: 12 });

/**
 * One column: a width in twelfths, optionally another one on tablets and phones. Without a width it takes the remaining
 * space.
 */
export const column = defineElement({
  name: 'column',
  order: 30,
  label: 'el.column',
  icon: 'layout-sidebar',
  group: 'layout',
  children: 'any',
  scope: 'any',
  settings: [{ ...width('width'), help: 'el.column.width.help' }, width('tablet'), width('phone')],
  compile({ settings, children }, c) {
    const { width: wide, tablet, phone } = settings;
    const names = classes(
      `col-${phone ?? 12}`,
      tablet && `col-md-${tablet}`,
      wide ? `col-${tablet ? 'lg' : 'md'}-${wide}` : !tablet && 'col-md',
      c.placement(),
    );
    return join([html`<div class="${names}"><div class="pl-stack">`, c.children(children), html`</div></div>`]);
  },
});
