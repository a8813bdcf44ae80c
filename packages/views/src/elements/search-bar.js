import { defineElement } from '@plinth/plugin';

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
    {
      name: 'view',
      type: 'view',
      label: 'el.search_bar.view',
      required: true,
      viewTemplates: ['list', 'feed', 'list_show'],
    },
    { name: 'label', type: 'text', label: 'el.label.text', max: 120 },
    { name: 'placeholder', type: 'text', label: 'el.search_bar.placeholder', max: 120 },
  ],
  compile: ({ settings }, c) => c.search(settings.view, { label: settings.label, placeholder: settings.placeholder }),
});
