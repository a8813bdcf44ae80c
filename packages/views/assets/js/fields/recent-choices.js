// What was chosen last in this browser, by the field that it was chosen in. Only keys are kept: what they are called, and
// whether they may be seen, is up to the server. Logging out forgets them.
const MOST = 5;
const nameOf = (/** @type {string} */ field) => `pl-recent:${field}`;

/** @param {string | null} field @returns {string[]} */
export function recentOf(field) {
  if (!field) return [];
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(field)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** @param {string | null} field @param {string} key */
export function remember(field, key) {
  if (!field) return;
  try {
    const kept = [key, ...recentOf(field).filter((one) => one !== key)].slice(0, MOST);
    localStorage.setItem(nameOf(field), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing.
  }
}
