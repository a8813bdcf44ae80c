/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { App } from '../../../types.d.ts' */
/** @import { Stamp } from '../pages/page-cache.js' */
/** @import { Stream } from '../pages/page-cache.js' */
/** @import { StoredFile } from '../../stored-files/contents.js' */
import { createReading, tableVersionsOf } from '@plinth/data';
import { LRUCache } from 'lru-cache';
import { audienceOf } from '../pages/audience.js';
import { createCoverage } from '../coverage.js';

/** @typedef {{ catalog: Catalog, stamp: Stamp, file: StoredFile }} Grant */

const MOST_GRANTS = 20_000;

/**
 * Remembers which users may read which files, with the versions of the tables that the decision depends on.
 *
 * @param {{ data: App['data'], stream: Stream, log: App['log'], isOpen: () => boolean }} options
 */
export function createGrants({ data, stream, log, isOpen }) {
  const versions = tableVersionsOf(stream);
  const coverage = createCoverage({ data, stream, log });
  /** @type {LRUCache<string, Grant>} */
  const grants = new LRUCache({ max: MOST_GRANTS });
  const offReset = stream.subscribe(({ kind }) => kind === 'reset' && grants.clear());
  const keyOf = (/** @type {Actor} */ actor, /** @type {string} */ id) => audienceOf(actor, null).user + id;

  /** The file, if the grant is still valid. @param {Actor} actor @param {string} id @returns {StoredFile | null} */
  function known(actor, id) {
    const key = keyOf(actor, id);
    const grant = grants.get(key);
    if (!grant) return null;
    if (grant.catalog === data.catalog() && versions.stands(grant.stamp)) return grant.file;
    grants.delete(key);
    return null;
  }

  /**
   * Asks the database, and caches the result if nothing has changed meanwhile.
   *
   * @param {Actor} actor
   * @param {string} id
   */
  async function ask(actor, id) {
    const catalog = data.catalog();
    const generation = versions.generation();
    const reading = createReading();
    const file = await data.files.get(actor, id, { reading });
    const covered = coverage.of(catalog);
    const tables = [...reading.tables];
    // An access rule may depend on the time, which no change event reports.
    const isCovered = !reading.time && tables.every((name) => covered?.has(name));
    const isSure = isCovered && reading.snapshot && isOpen() && data.catalog() === catalog;
    const stamp = isSure ? versions.stamp(tables, String(reading.snapshot), generation) : null;
    if (stamp) grants.set(keyOf(actor, id), { catalog, stamp, file });
    return file;
  }

  return {
    known,
    ask,
    size: () => grants.size,
    close() {
      offReset();
      coverage.close();
    },
  };
}
