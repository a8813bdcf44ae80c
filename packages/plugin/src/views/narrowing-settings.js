/** @import { Setting } from '../index.d.ts' */
import { boolean, select } from '../settings/helpers.js';

/** Whether a view has a search box and filters above it: see `narrowing` of its compiler. @type {readonly Setting[]} */
export const narrowingSettings = Object.freeze([
  boolean('search', 'vt.search', { default: true }),
  select(
    'filters',
    'vt.list.filters',
    ['all', 'none'].map((value) => ({ value, label: `vt.list.filters.${value}` })),
    { help: 'vt.list.filters.help', default: 'all' },
  ),
]);
