// What was chosen last in this browser, by table. Only keys are kept: what they are called, and whether they may be seen, is
// up to the server. Logging out forgets them.
const MOST = 5;
const nameOf = (/** @type {string} */ table) => `pl-recent:${table}`;

/** @param {string | undefined} table @returns {string[]} */
export function recentOf(table) {
  if (!table) return [];
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(table)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** @param {string | undefined} table @param {string} key */
export function remember(table, key) {
  if (!table) return;
  try {
    const kept = [key, ...recentOf(table).filter((one) => one !== key)].slice(0, MOST);
    localStorage.setItem(nameOf(table), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing.
  }
}
