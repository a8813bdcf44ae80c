import { defineTriggerSource } from '@plinth/plugin';

/** Plinth begins to serve. */
export const appStart = defineTriggerSource({
  name: 'app_start',
  order: 100,
  label: 'Server start',
  icon: 'player-play',
  help: 'When Plinth starts. Processes that start within the same minute count as one start.',
  as: 'system',
  settings: [],
  event: [{ name: 'time', type: 'moment', label: 'When it happened' }],
});
