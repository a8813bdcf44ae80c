/** @import { Values } from '@plinth/plugin' */
const WORDS = /** @type {Record<string, string>} */ ({ warn: 'Warning', error: 'Error' });

/**
 * A log event as a line for people: what happened, to what, and why. The server's log has the location.
 *
 * @param {{ level: string, event: string }} event @param {Record<string, unknown>} [fields]
 */
export function plainLine({ level, event }, { error, ...fields } = {}) {
  const about = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
  const why = typeof error === 'object' ? /** @type {Values} */ (error)?.message : error;
  return [
    ...(level in WORDS ? [`${WORDS[level]}: `] : []),
    event,
    ...(about.length > 0 ? [` (${about.join(', ')})`] : []),
    ...(why ? [`: ${String(why).split('\n')[0]}`] : []),
  ].join('');
}
