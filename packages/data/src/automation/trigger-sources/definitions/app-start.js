import { defineTriggerSource } from '@plinth/plugin';

/** Plinth begins to serve. */
export const appStart = defineTriggerSource({
  name: 'app_start',
  order: 100,
  label: 'source.app_start.label',
  icon: 'player-play',
  help: 'source.app_start.help',
  as: 'system',
  settings: [],
  event: [{ name: 'time', type: 'moment', label: 'source.whenItHappened' }],
});
