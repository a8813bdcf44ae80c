/** @import { Message, Setting } from '@plinth/plugin' */
import { phrase } from '@plinth/plugin';

/** @type {Setting} */
export const TIME_ZONE = {
  ...{ name: 'timeZone', type: 'text', label: 'Time zone', max: 60, default: '' },
  help: 'Such as Europe/Berlin. Empty: the site’s.',
};

/** @param {string} [timeZone] @returns {Record<string, Message> | null} */
export function timeZoneProblem(timeZone = '') {
  if (timeZone === '') return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return null;
  } catch {
    return { timeZone: phrase`"${timeZone}" is not a time zone. Use one such as Europe/Berlin` };
  }
}
