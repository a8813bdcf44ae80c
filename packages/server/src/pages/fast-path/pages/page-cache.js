/** @import { App, Context } from '../../../types.d.ts' */
/** @import { Catalog } from '@plinth/plugin' */
/** @import { Answer } from '../../../http/requests/answer.js' */
/** @import { Audience } from './audience.js' */
import { createReading, tableVersionsOf } from '@plinth/data';
import { LRUCache } from 'lru-cache';
import { createCoverage } from '../coverage.js';
import { createSingleFlight } from '../single-flight.js';
import { createFill } from './cache-fill.js';
import { createFragments } from './fragments.js';
import { createPageTraits } from './page-traits.js';

/** @typedef {Awaited<ReturnType<typeof import('@plinth/data').createChangeStream>>} Stream */
/** @typedef {{ tables: readonly string[], versions: readonly number[], generation: number }} Stamp */
/**
 * stamp: versions of the tables that it was read from, null if it can't be cached; scope: who may share it
 *
 * @typedef {{ answer: Answer, catalog: Catalog, stamp: Stamp | null, until: number, scope: keyof Audience }} CachedPage
 */
/** @typedef {ReturnType<typeof createPageCache>} PageCache */

/** Of the memory for pages: views on them, which are kept apart. */
const FOR_FRAGMENTS = 0.25;

/** Approximate memory of an entry besides its bytes and its key, of which the address is a part. */
const OVERHEAD = 2000;

/**
 * Rendered pages within a budget of bytes, cached exactly until something changes that they were read from. A cached
 * page is sent only after the request passed the freshness barrier, so every confirmed change is visible to the next
 * request, on every worker and node.
 *
 * @param {{ data: App['data'], stream: Stream, log: App['log'], maxBytes: number }} options
 */
export function createPageCache({ data, stream, log, maxBytes }) {
  const versions = tableVersionsOf(stream);
  const coverage = createCoverage({ data, stream, log });
  const pages = createPages(maxBytes * (1 - FOR_FRAGMENTS));
  const fragments = createFragments({ data, versions, maxBytes: maxBytes * FOR_FRAGMENTS });
  const stampsFor = createStamps({ stream, versions, coverage });
  const traits = createPageTraits();
  /** @type {ReturnType<typeof createSingleFlight<CachedPage>>} */
  const renders = createSingleFlight();
  const offReset = stream.subscribe(({ kind }) => kind === 'reset' && (pages.clear(), fragments.clear()));
  const tally = { hits: 0, misses: 0, filled: 0, notFresh: 0 };

  /** Whether no received change affects it. @param {CachedPage} page */
  function stands({ catalog, stamp, until }) {
    if (catalog !== data.catalog() || stamp === null) return false;
    return (until === Infinity || until > performance.now()) && versions.stands(stamp);
  }

  return {
    tally,
    renders,
    stands,

    /** @param {Audience} audience @param {string} url */
    keyOf: (audience, url) => audience[traits.scopeOf(audience.roles + url, data.catalog())] + url,
    /** @param {Audience} audience @param {string} url */
    isNever: ({ roles }, url) => traits.of(roles + url, data.catalog()) === 'never',

    /** The page, if it is still valid. @param {string} key @returns {CachedPage | null} */
    find(key) {
      const page = pages.get(key);
      if (page === undefined) return null;
      if (stands(page)) return page;
      pages.delete(key);
      return null;
    },

    /**
     * Starts a cache fill.
     *
     * @param {Audience} audience @param {string} url @param {Context} ctx
     * @param {boolean} withFragments views that were printed before may be used, since the freshness barrier comes after the
     *   statements
     */
    begin(audience, url, ctx, withFragments) {
      const reading = createReading({ asksLogEnd: stream.kind === 'logical' });
      const stampOf = stampsFor(ctx.catalog);
      return createFill({
        audience,
        url,
        catalog: ctx.catalog,
        reading,
        fragments: withFragments ? fragments.begin(ctx, audience, { reading, stampOf }) : null,
        note: (trait) => traits.note(audience.roles + url, ctx.catalog, trait),
        stampOf,
        store(key, page) {
          pages.set(key, page);
          tally.filled++;
        },
      });
    },

    counts: () => ({
      ...tally,
      shared: renders.shared(),
      waiting: renders.waiting(),
      pages: pages.size,
      bytes: pages.calculatedSize + fragments.counts().bytes,
      fragments: fragments.counts(),
    }),
    /** Whether pages may be cached and sent from the cache right now. */
    state: () => (stream.state() === 'live' && coverage.of(data.catalog()) ? 'live' : 'down'),
    close() {
      offReset();
      coverage.close();
    },
  };
}

/**
 * Stamps for what is read from now on.
 *
 * @param {{ stream: Stream, versions: ReturnType<typeof tableVersionsOf>, coverage: ReturnType<typeof createCoverage> }} parts
 */
function createStamps({ stream, versions, coverage }) {
  return (/** @type {Catalog} */ catalog) => {
    const generation = versions.generation();
    /** @param {string[]} tables @param {string} snapshot @param {ReadonlySet<string>} [held] as of `stamp` */
    return (tables, snapshot, held) => {
      const covered = coverage.of(catalog);
      if (!covered || stream.state() !== 'live' || !tables.every((name) => covered.has(name))) return null;
      return versions.stamp(tables, snapshot, generation, held);
    };
  };
}

/** @param {number} maxBytes @returns {LRUCache<string, CachedPage>} */
const createPages = (maxBytes) =>
  new LRUCache({
    maxSize: Math.floor(maxBytes),
    maxEntrySize: Math.floor(maxBytes / 8),
    sizeCalculation: ({ answer }, key) => answer.weight + key.length + OVERHEAD,
  });
