/** @import { Catalog } from '@plinth/plugin' */
/** @import { Plan } from '@plinth/views' */
/** @import { Response } from '../types.d.ts' */
import { etagOf, keepPage } from './kept-page.js';

/**
 * How long a text such as "5 minutes ago" may be kept, in ms: no longer than an answer may be on its way. What a
 * statement chose by the day is kept to the end of the minute, by this very moment not at all.
 */
const MOMENT_MS = 1000;
/** Of what is not kept. */
const NONE = Object.freeze({ tables: [], versions: [], generation: -1 });

/**
 * One page on its way to being kept: collects what it was made of and decides at its end.
 *
 * @typedef {ReturnType<typeof createKeeping>} Keeping
 * @param {{ store: ReturnType<typeof import('./page-store.js').createPageStore>,
 *   versions: ReturnType<typeof import('@plinth/data').tableVersionsOf>,
 *   coverage: ReturnType<typeof import('./coverage.js').createCoverage>, stream: import('./pages.js').Stream,
 *   counts: { kept: number }, done: () => void, audience: import('./audience.js').Audience, url: string,
 *   catalog: Catalog, generation: number, reading: ReturnType<typeof import('@plinth/data').createReading>,
 *   flight?: import('./flights.js').Flight & { isOfOne: boolean } | null }} parts
 *   flight: others wait for this page; isOfOne: all of them are the same person
 */
export function createKeeping({
  store,
  versions,
  coverage,
  stream,
  counts,
  done,
  audience,
  url,
  catalog,
  generation,
  reading,
  flight = null,
}) {
  /** Only what a plan made is kept. @type {{ user: boolean, time: boolean } | null} */
  let varies = null;
  let asked = false;
  const began = performance.now();

  /** @returns {import('./kept-page.js').Stamp | null} */
  function stamp() {
    const covered = coverage.of(catalog);
    const tables = [...reading.tables];
    if (!covered || stream.state() !== 'live' || !tables.every((name) => covered.has(name))) return null;
    // What was asked must have said of which tables and when.
    if (asked && !reading.snapshot) return null;
    return versions.stamp(tables, reading.snapshot || '0:0:', generation);
  }

  return {
    /** What statements are to note in. */
    read() {
      asked = true;
      return reading;
    },
    /** @param {Plan} plan */
    by(plan) {
      varies = plan.varies;
      for (const name of tablesOf(plan, catalog)) reading.tables.add(name);
    },
    /** @param {Response} res with all its headers @param {Buffer} bytes */
    offer(res, bytes) {
      try {
        if (!varies || res.statusCode !== 200 || res.hasHeader('set-cookie') || res.hasHeader('server-timing')) return;
        if (reading.time) return store.note(audience.roles + url, catalog, 'never');
        const isOwn = varies.user || reading.user;
        if (isOwn) store.note(audience.roles + url, catalog, 'user');
        const found = stamp();
        if (!found && !flight) return;
        const etag = etagOf(bytes);
        res.setHeader('etag', etag);
        const until = began + Math.min(varies.time ? MOMENT_MS : Infinity, reading.holds);
        const page = keepPage({ until, catalog, stamp: found ?? NONE, bytes, etag, headers: res.getHeaders() });
        if (found) {
          store.pages.set((isOwn ? audience.user : audience.roles) + url, page);
          counts.kept++;
        }
        // What differs by person is for others only where all who wait are one.
        flight?.land(isOwn && !flight.isOfOne ? null : page);
      } finally {
        done();
        flight?.land(null);
      }
    },
  };
}

/** The statements that ran say more; should one ever say less, the plan knows these. @param {Plan} plan @param {Catalog} catalog */
function tablesOf(plan, catalog) {
  const known = plan.reads.filter((name) => catalog.hasTable(name)).map((name) => catalog.table(name));
  return known.map(({ name, system }) => `${system ? 'plinth' : 'app'}.${name}`);
}
