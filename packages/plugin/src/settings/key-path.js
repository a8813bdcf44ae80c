/**
 * One step deeper in a key path.
 *
 * @param {string} path @param {string} key
 */
export function at(path, key) {
  return path ? `${path}.${key}` : key;
}
