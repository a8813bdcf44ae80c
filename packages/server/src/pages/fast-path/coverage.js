/** @import { App } from '../../types.d.ts' */
/** @import { Catalog } from '@plinth/plugin' */
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 500;

/**
 * The tables that the change stream covers, queried for each Catalog: a table that was just created or renamed may not
 * be covered yet.
 *
 * @param {{ data: App['data'], stream: import('./pages/page-cache.js').Stream, log: App['log'] }} options
 */
export function createCoverage({ data, stream, log }) {
  /** @type {{ catalog: Catalog, tables: ReadonlySet<string> } | null} */
  let covered = null;
  let running = false;
  let closed = false;
  const offCatalog = data.onCatalog(() => void renew());
  const offReset = stream.subscribe(({ kind }) => {
    if (kind !== 'reset') return;
    covered = null;
    // The stream is starting.
    setImmediate(renew);
  });

  async function renew() {
    if (running) return;
    running = true;
    while (!closed && covered?.catalog !== data.catalog()) {
      const catalog = data.catalog();
      try {
        covered = { catalog, tables: await stream.cover() };
      } catch (error) {
        log.debug('tables not covered by the change stream yet', { error: String(error) });
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    running = false;
  }

  // A worker or a reloaded runtime joins a stream that is already live.
  if (stream.state() === 'live') void renew();

  return {
    /** @param {Catalog} catalog @returns {ReadonlySet<string> | null} */
    of: (catalog) => (covered?.catalog === catalog ? covered.tables : null),
    close() {
      closed = true;
      offCatalog();
      offReset();
    },
  };
}
