/**
 * A path on this site with state as its query; empty values are left out, lists repeat their name.
 *
 * @param {string} path @param {Record<string, unknown>} state
 */
export function address(path, state) {
  let query = '';
  for (const key of Object.keys(state)) {
    const value = state[key];
    if (value === null || value === undefined || value === '') continue;
    for (const entry of Array.isArray(value) ? value : [value]) {
      query += `${query ? '&' : '?'}${encodeURIComponent(key)}=${encodeURIComponent(String(entry))}`;
    }
  }
  return path + query;
}
