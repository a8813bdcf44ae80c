/** @import { Posted } from './submission.js' */

/** How many rows of one child relation a form may have. */
const MAX_CHILD_ROWS = 500;

/**
 * The numbers of a child relation's rows in a form: "replies.thread.0.body".
 *
 * @param {string} relation @param {Posted} posted
 */
export function postedRows(relation, posted) {
  /** @type {Set<number>} */
  const found = new Set();
  for (const key of Object.keys(posted)) {
    if (!key.startsWith(`${relation}.`)) continue;
    const n = key.slice(relation.length + 1).split('.')[0];
    if (/^\d{1,4}$/.test(n) && found.size < MAX_CHILD_ROWS) found.add(Number(n));
  }
  return [...found].sort((a, b) => a - b);
}

/** @param {string | string[] | undefined} value */
export function lastText(value) {
  return (Array.isArray(value) ? value[value.length - 1] : value) ?? '';
}
