/**
 * The local time of an instant in a time zone: YYYY-MM-DDTHH:MM:SS.
 *
 * @param {string} instant ISO 8601 @param {string} timeZone
 */
export function wallClock(instant, timeZone) {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  // The Swedish form is ISO's, but for the T.
  const text = date.toLocaleString('sv-SE', { timeZone, hourCycle: 'h23' }).replace(' ', 'T');
  return text.padStart(19, '0');
}
