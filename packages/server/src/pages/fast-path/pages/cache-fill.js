/** @import { Catalog } from '@plinth/plugin' */
/** @import { Plan } from '@plinth/views' */
/** @import { Audience } from './audience.js' */
/** @import { CachedPage, Stamp } from './page-cache.js' */
/** @import { PageFragments } from './fragments.js' */
/** @import { Trait } from './page-traits.js' */
import { hash } from 'node:crypto';
import { HTML } from '../../../http/requests/security-headers.js';
import { Answer } from '../../../http/requests/answer.js';
import { bytesOf } from '../../../http/requests/respond.js';

/**
 * How long a text such as "5 minutes ago" may be cached, in ms: no longer than a response may take. Pages whose
 * statements depend on the day are cached to the end of the minute, on the exact time not at all.
 */
const MOMENT_MS = 1000;

/**
 * One cache fill: records what a page is read from, and decides at the end whether to cache it.
 *
 * @typedef {ReturnType<typeof createFill>} Fill
 * @param {{ audience: Audience, url: string, catalog: Catalog, reading: ReturnType<typeof import('@plinth/data').createReading>,
 *   fragments: PageFragments | null,
 *   note(trait: Trait): void, stampOf(tables: string[], snapshot: string, held?: ReadonlySet<string>): Stamp | null,
 *   store(key: string, page: CachedPage): void }} parts
 */
export function createFill({ audience, url, catalog, reading, fragments, note, stampOf, store }) {
  const began = performance.now();

  return {
    /** Statements record here what they read. */
    reading,

    /** Views on the page that are kept apart; null: none may be used. */
    fragments,

    /**
     * The page as a response, cached if possible.
     *
     * @param {Plan} plan @param {readonly string[]} text in pieces @param {{ head: readonly string[], hasAsked: boolean, isShared: boolean }} made
     *   hasAsked: statements ran; isShared: other requests wait for it, so it is built even if it is not cached
     * @returns {CachedPage | null} null: neither cached nor shared
     */
    finish(plan, text, { head, hasAsked, isShared }) {
      if (reading.time) {
        note('never');
        return null;
      }
      for (const name of tablesOf(plan, catalog)) reading.tables.add(name);
      const scope = plan.varies.user || reading.user ? 'user' : plan.varies.zone || reading.zone ? 'zone' : 'roles';
      if (scope !== 'roles') note(scope);
      // Statements must have reported their tables and snapshot.
      const isKnown = !hasAsked || reading.snapshot;
      const held = fragments?.stand() ? fragments.held() : undefined;
      const stamp = isKnown ? stampOf([...reading.tables], reading.snapshot || '0:0:', held) : null;
      if (!stamp && !isShared) return null;
      const bytes = bytesOf(text);
      const tag = hash('sha1', bytes, 'base64url');
      const answer = new Answer({ head, type: HTML, tag, bytes, effort: 'cached', isWhole: true });
      const until = began + Math.min(plan.varies.time ? MOMENT_MS : Infinity, reading.holds);
      /** @type {CachedPage} */
      const page = { answer, catalog, stamp, until, scope };
      if (stamp) store(audience[scope] + url, page);
      return page;
    },
  };
}

/**
 * The tables of the plan, in addition to those that its statements reported.
 *
 * @param {Plan} plan
 * @param {Catalog} catalog
 */
function tablesOf(plan, catalog) {
  const known = plan.reads.filter((name) => catalog.hasTable(name)).map((name) => catalog.table(name));
  return known.map(({ name, system }) => `${system ? 'plinth' : 'app'}.${name}`);
}
