/** @import { Setting } from '@plinth/plugin' */
import { boolean } from '@plinth/plugin/settings';

/** @type {readonly Setting[]} */
export const PLACE_SETTINGS = Object.freeze([
  { name: 'view', type: 'view', label: 'action.view' },
  { name: 'page', type: 'page', label: 'action.page' },
]);

/** @type {Setting} */
export const WITH_ROW = Object.freeze(boolean('withRow', 'action.passThisRow', { default: true }));

/**
 * The view or page that is chosen; a view may be given the key of the row.
 *
 * @param {{ id?: string | number | null, config: any }} pressed
 * @returns {{ view: string, state?: { id: string | number } } | { page: string } | null} null: none is chosen
 */
export function placeOf({ id = null, config: { view, page, withRow } }) {
  if (view) return { view, ...(withRow !== false && id !== null && { state: { id } }) };
  return page ? { page } : null;
}
