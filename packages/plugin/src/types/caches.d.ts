// Caches.

/** A cache: see createCache. */
export interface Cache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  /** Returns the cached value, or makes and caches it. */
  getOrMake(key: K, make: () => V): V;
  /** Whether it was cached. */
  delete(key: K): boolean;
  clear(): void;
  size(): number;
  deleteWhere(isIt: (value: V, key: K) => boolean): void;
}
/** The most entries, or the most bytes as measured by `sizeOf`; those that were not used for long are dropped. */
export function createCache<K extends {}, V extends {} | null>(
  limit: { max: number } | { bytes: number; sizeOf: (value: V, key: K) => number },
): Cache<K, V>;
/** Computes something once per object, usually a Catalog, and drops the result together with the object. */
export function memoize<O extends object, V>(make: (object: O) => V): (object: O) => V;
