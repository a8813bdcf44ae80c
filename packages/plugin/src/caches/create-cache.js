import { LRUCache } from 'lru-cache';

/**
 * A cache that drops what was not used for long: at most `max` entries, or `bytes` in total as measured by `sizeOf`.
 * Memory is allocated with the first entry.
 *
 * @template {{}} K @template {{} | null} V
 * @param {{ max: number } | { bytes: number, sizeOf: (value: V, key: K) => number }} limit
 */
export function createCache(limit) {
  /** @type {Counted<K, V> | LRUCache<K, any> | null} */
  let entries = null;
  const create = () =>
    'max' in limit
      ? /** @type {Counted<K, V>} */ (new Counted(limit.max))
      : /** @type {LRUCache<K, any>} */ (
          new LRUCache(/** @type {any} */ ({ maxSize: limit.bytes, sizeCalculation: limit.sizeOf }))
        );

  /** @param {K} key @param {V} value */
  const set = (key, value) => void (entries ??= create()).set(key, value);

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
      entries?.forEach(
        (/** @type {V} */ value, /** @type {K} */ key) => void (isIt(value, key) && entries?.delete(key)),
      );
    },
  };
}

/**
 * At most so many entries. Entries that were used since their turn came last get another one, so a hit only notes that,
 * where an exact order would be changed with each: a page makes eighty hits.
 *
 * @template K, V
 */
class Counted {
  /** In the order of their turns. @type {Map<K, { value: V, isUsed: boolean }>} */
  #entries = new Map();
  #max;

  /** @param {number} max */
  constructor(max) {
    this.#max = max;
  }

  get size() {
    return this.#entries.size;
  }

  /** @param {K} key */
  get(key) {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.isUsed = true;
    return entry.value;
  }

  /** @param {K} key @param {V} value */
  set(key, value) {
    const known = this.#entries.get(key);
    if (known) {
      known.value = value;
      known.isUsed = true;
      return;
    }
    if (this.#entries.size >= this.#max) this.#makeRoom();
    this.#entries.set(key, { value, isUsed: false });
  }

  #makeRoom() {
    for (const [key, entry] of this.#entries) {
      this.#entries.delete(key);
      if (!entry.isUsed) return;
      entry.isUsed = false;
      this.#entries.set(key, entry);
    }
  }

  /** @param {K} key */
  delete(key) {
    return this.#entries.delete(key);
  }

  clear() {
    this.#entries.clear();
  }

  /** @param {(value: V, key: K) => void} visit */
  forEach(visit) {
    this.#entries.forEach(({ value }, key) => visit(value, key));
  }
}
