/** @import { Workflow } from '@plinth/plugin' */
import { createHash } from 'node:crypto';

/** @param {Workflow} body @returns {string} the same for the same content */
export const hashOf = (body) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest('base64url');

/** @param {any} value @returns {unknown} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  );
}
