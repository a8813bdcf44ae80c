/** What can stand in a list with semicolons and is read back as it was. */
const PLAIN = /^[^\s;[](?:[^;]*[^\s;])?$/;

/**
 * Names of several entries in one cell: "Red; Blue". If one of them has a semicolon itself, the list is JSON.
 *
 * @param {readonly string[]} entries
 */
export const listText = (entries) =>
  entries.every((entry) => PLAIN.test(entry)) ? entries.join('; ') : JSON.stringify(entries);

/** The entries of such a cell, without empty ones. @param {string} text @returns {string[]} */
export function listIn(text) {
  const entries = (text.trim().startsWith('[') && inJson(text)) || text.split(';');
  return entries.map((entry) => entry.trim()).filter(Boolean);
}

/** @param {string} text @returns {string[] | null} */
function inJson(text) {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : null;
  } catch {
    return null;
  }
}
