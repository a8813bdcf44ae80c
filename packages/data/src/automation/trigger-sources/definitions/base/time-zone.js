/** @import { Setting } from '@plinth/plugin' */
import { timeZone } from '@plinth/plugin/settings';

/** @type {Setting} */
export const TIME_ZONE = timeZone('timeZone', 'Time zone', {
  default: '',
  help: 'Type a city, such as Berlin. Empty: the site’s.',
});
