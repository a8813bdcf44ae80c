/** @import { Setting } from '@plinth/plugin' */

/** @type {Setting} */
export const TIME_ZONE = {
  name: 'timeZone',
  type: 'timeZone',
  label: 'Time zone',
  default: '',
  help: 'Type a city, such as Berlin. Empty: the site’s.',
};
