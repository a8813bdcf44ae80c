/** @import { Narrowing, View, ViewCompiler } from '@plinth/plugin' */
import { html } from '@plinth/plugin';
import { createFilterBar } from '../view-templates/list/filters/bar.js';
import { createSearchBox } from '../view-templates/parts/search-box.js';

const SCRIPTS = ['views/filter', 'views/list-filter', 'fields/typed'].map((name) => `core-views/js/${name}.js`);

/**
 * Search and filters of a view that is no list.
 *
 * @param {View & { config: any }} view with the settings `search` (boolean) and `filters` ("all" or "none")
 * @param {readonly string[]} first names of the fields that are offered first @param {ViewCompiler} c
 * @returns {Narrowing}
 */
export function createNarrowing(view, first, c) {
  const bar = createFilterBar(view, first, c);
  const search = createSearchBox(view.config.search, c);
  const isOffered = view.config.search || view.config.filters !== 'none';
  return {
    tools: (context) => (isOffered ? html`${search(context)}${bar.button(context)}` : null),
    chips: bar.chips,
    choices: bar.choices,
    controls: bar.controls,
    scripts: isOffered ? SCRIPTS : [],
    styles: isOffered ? ['core-views/css/list.css'] : [],
  };
}
