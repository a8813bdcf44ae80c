import { defineElement } from '@plinth/plugin';
import { text, view } from '@plinth/plugin/settings';

/** Searches a list or feed of the page. */
export const searchBar = defineElement({
  name: 'search_bar',
  order: 270,
  label: 'el.search_bar',
  icon: 'search',
  group: 'data',
  children: 'none',
  scope: 'any',
  settings: [
    view('view', 'el.search_bar.view', { required: true, viewTemplates: ['list', 'feed', 'list_show'] }),
    text('label', 'el.label.text', { max: 120 }),
    text('placeholder', 'el.search_bar.placeholder', { max: 120 }),
  ],
  compile: ({ settings }, c) => c.search(settings.view, { label: settings.label, placeholder: settings.placeholder }),
});
