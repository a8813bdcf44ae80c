/** @import { Catalog } from '@plinth/plugin' */
/** @import { Audience } from './audience.js' */
import { LRUCache } from 'lru-cache';

/** @typedef {'zone' | 'user' | 'never'} Trait a page that differs by time zone or user, or that can't be cached */

const MOST_TRAITS = 10_000;
const MOST_LETTERS = 2 * 2 ** 20;

/**
 * What is known of pages before they are made, by their key for a set of roles; each holds for one catalog.
 *
 * @param {{ letters?: number }} [most] of all their keys, which addresses are part of
 */
export function createPageTraits({ letters = MOST_LETTERS } = {}) {
  /** @type {LRUCache<string, { catalog: Catalog, trait: Trait }>} */
  const traits = new LRUCache({
    max: MOST_TRAITS,
    maxSize: letters,
    sizeCalculation: (_trait, key) => key.length,
  });

  /** @param {string} key @param {Catalog} catalog @returns {Trait | null} */
  function of(key, catalog) {
    const known = traits.get(key);
    return known?.catalog === catalog ? known.trait : null;
  }

  return {
    of,
    /** Who may share it. @param {string} key @param {Catalog} catalog @returns {keyof Audience} */
    scopeOf(key, catalog) {
      const trait = of(key, catalog);
      return trait === 'user' || trait === 'zone' ? trait : 'roles';
    },
    /** @param {string} key @param {Catalog} catalog @param {Trait} trait */
    note(key, catalog, trait) {
      // What differs by user differs by time zone, too.
      if (trait !== 'zone' || of(key, catalog) === null) traits.set(key, { catalog, trait });
    },
  };
}
