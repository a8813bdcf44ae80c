/** @import { Catalog } from '@plinth/plugin' */
/** @import { KeptPage } from './kept-page.js' */
import { availableMemoryMb } from '@plinth/data/embedded';
import { LRUCache } from 'lru-cache';

const MB = 2 ** 20;
const MOST_TRAITS = 10_000;

/** @typedef {'user' | 'never'} Trait a page that differs by user, or that can't be kept */

/** A sixteenth of the memory there is. */
function fittedBytes() {
  return Math.min(256, Math.max(8, availableMemoryMb() / 16)) * MB;
}

/**
 * Kept pages by key within a budget of bytes, what is known of pages as such, and which are being made.
 *
 * @param {{ maxBytes?: number }} [options]
 */
export function createPageStore({ maxBytes = fittedBytes() } = {}) {
  /** @type {LRUCache<string, KeptPage>} */
  const pages = new LRUCache({
    maxSize: Math.floor(maxBytes),
    maxEntrySize: Math.floor(maxBytes / 8),
    sizeCalculation: ({ size }) => size,
  });
  /** @type {LRUCache<string, { catalog: Catalog, trait: Trait }>} */
  const traits = new LRUCache({ max: MOST_TRAITS });
  /** @type {Map<string, Promise<void>>} */
  const making = new Map();

  return {
    pages,
    /** @param {string} key of the page for a set of roles @param {Catalog} catalog @returns {Trait | null} */
    traitOf(key, catalog) {
      const known = traits.get(key);
      return known?.catalog === catalog ? known.trait : null;
    },
    /** @param {string} key @param {Catalog} catalog @param {Trait} trait */
    note: (key, catalog, trait) => void traits.set(key, { catalog, trait }),
    /** @param {string} key */
    makingOf: (key) => making.get(key),
    /** Others who want the same wait until `done` is called. @param {string} key @returns {() => void} done */
    startMaking(key) {
      if (making.has(key)) return () => {};
      const { promise, resolve } = Promise.withResolvers();
      making.set(key, promise);
      return () => {
        if (making.get(key) === promise) making.delete(key);
        resolve(undefined);
      };
    },
    clear: () => pages.clear(),
  };
}
