import { definePlugin, readLocales } from '@plinth/plugin';
import { moveEvent } from './actions/move-event.js';
import { calendar } from './calendar.js';
import { feedRoutes } from './feed/routes.js';

export const plugin = definePlugin({
  name: 'calendar',
  version: '0.1.0',
  api: '^1',
  label: 'Calendar',
  description: 'Rows by date as month, week, day and agenda, with feeds for other calendars.',
  icon: 'calendar',
  viewTemplates: [calendar],
  actions: [moveEvent],
  routes: feedRoutes,
  assets: new URL('../assets/', import.meta.url),
  texts: readLocales(new URL('../locales/', import.meta.url)),
});
