import { definePlugin } from '@plinth/plugin';
import { moveEvent } from './actions/move-event.js';
import { calendar } from './calendar.js';
import { feedRoutes } from './feed/routes.js';

export const plugin = definePlugin({
  name: 'calendar',
  version: '0.1.0',
  api: '^1',
  label: 'calendar.name',
  description: 'calendar.plugin',
  icon: 'calendar',
  viewTemplates: [calendar],
  actions: [moveEvent],
  routes: feedRoutes,
  assets: new URL('../assets/', import.meta.url),
  texts: new URL('../locales/', import.meta.url),
});
