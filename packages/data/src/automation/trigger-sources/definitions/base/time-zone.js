/** @import { Setting } from '@plinth/plugin' */
import { timeZone } from '@plinth/plugin/settings';

/** @type {Setting} */
export const TIME_ZONE = timeZone('timeZone', 'source.timeZone', {
  default: '',
  help: 'source.timeZone.help',
});
