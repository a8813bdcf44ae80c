import { queryOf } from './list-address.js';

/** @import { Known, Saved } from './list-address.js' */

const CHOSEN = 'pl-saved ';

/**
 * The saved filter that was chosen last, whose conditions may have been changed since. All rows are none.
 *
 * @param {HTMLElement} menu @param {Known} known @returns {Saved | undefined}
 */
export function chosenIn(menu, known) {
  const key = CHOSEN + menu.dataset.plSaved;
  const now = queryOf(menu, known.settings);
  const current = known.filters.find(({ query }) => now !== '' && query === now);
  try {
    if (current) sessionStorage.setItem(key, current.id);
    else if (now === '') sessionStorage.removeItem(key);
    const id = sessionStorage.getItem(key);
    return known.filters.find((one) => one.id === id);
  } catch {
    // Storage may be forbidden.
    return current;
  }
}
