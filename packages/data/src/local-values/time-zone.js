/**
 * PostgreSQL takes these for offsets from Greenwich without daylight saving time, and +02:00 for two hours to the west.
 */
const MEANT_OTHERWISE = /^([+-].*|CET|EET|EST|HST|MET|MST|WET)$/i;

/** Whether it is a time zone that a person can choose. @param {string} name */
export function isTimeZone(name) {
  if (MEANT_OTHERWISE.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
