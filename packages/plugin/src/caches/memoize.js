/**
 * Computes something once per object, usually a Catalog, and drops the result together with the object.
 *
 * @template {object} O, V
 * @param {(object: O) => V} make not undefined
 * @returns {(object: O) => V}
 * @example
 * const links = memoize((catalog) => new Map(linksOf(catalog)));
 * links(catalog); // made now
 * links(catalog); // the same
 */
export function memoize(make) {
  /** @type {WeakMap<O, V>} */
  const known = new WeakMap();
  return (object) => {
    const found = known.get(object);
    if (found !== undefined) return found;
    const made = make(object);
    known.set(object, made);
    return made;
  };
}
