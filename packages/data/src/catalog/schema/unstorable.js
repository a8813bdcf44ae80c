/**
 * Where a value from JSON has a text that PostgreSQL can't store, in a key or anywhere else: NUL, or half of a sign.
 *
 * @param {unknown} value nested no deeper than its reader allows @returns {string | null} keys joined by dots; null: nowhere
 */
export function unstorableIn(value) {
  if (typeof value === 'string') return isStorable(value) ? null : '';
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const name = storableText(key);
    if (name !== key) return name;
    const inner = unstorableIn(part);
    if (inner !== null) return inner === '' ? key : `${key}.${inner}`;
  }
  return null;
}

/** The same with U+FFFD in place of what can't be stored. @param {string} text */
export const storableText = (text) => text.toWellFormed().replaceAll('\0', '\u{fffd}');

/** @param {string} text */
const isStorable = (text) => !text.includes('\0') && text.isWellFormed();
