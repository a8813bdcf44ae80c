import { LRUCache } from 'lru-cache';

/**
 * A cache that drops the least recently used entries: at most `max` entries, or `bytes` in total as measured by
 * `sizeOf`. Memory is allocated with the first entry.
 *
 * @template {{}} K @template {{} | null} V
 * @param {{ max: number } | { bytes: number, sizeOf: (value: V, key: K) => number }} limit
 */
export function createCache(limit) {
  /** @type {LRUCache<K, any> | null} */
  let entries = null;
  const options = 'max' in limit ? limit : { maxSize: limit.bytes, sizeCalculation: limit.sizeOf };

  /** @param {K} key @param {V} value */
  const set = (key, value) => void (entries ??= new LRUCache(/** @type {any} */ (options))).set(key, value);

  return {
    /** @param {K} key @returns {V | undefined} */
    get: (key) => entries?.get(key),
    set,
    /** Returns the cached value, or makes and caches it. @param {K} key @param {() => V} make @returns {V} */
    getOrMake(key, make) {
      const known = entries?.get(key);
      if (known !== undefined) return known;
      const made = make();
      set(key, made);
      return made;
    },
    /** @param {K} key @returns {boolean} whether it was cached */
    delete: (key) => entries?.delete(key) ?? false,
    clear: () => entries?.clear(),
    size: () => entries?.size ?? 0,
    /** @param {(value: V, key: K) => boolean} isIt */
    deleteWhere(isIt) {
      entries?.forEach((value, key, all) => void (isIt(value, key) && all.delete(key)));
    },
  };
}
