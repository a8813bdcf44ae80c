/** @import { Log } from '../types.d.ts' */
/** @import { Catalog, PluginState } from '@plinth/plugin' */
/** @import { Parts } from './open-parts.js' */
import { memoize } from '@plinth/plugin';

/**
 * @typedef {Parts & { renewal(catalog: Catalog): Promise<void> | null }} Renewable
 *   renewal: null while these are the parts for a Catalog, or else until when others have taken over
 */

/**
 * Keeps a server's parts in step with the plugins that the Catalog names. When an edit, of whatever process, changes
 * them, new parts are made beside the old ones and take over; the old ones end with their last request.
 *
 * @param {{ make: (renewed: () => Promise<void>) => Promise<Parts>, use: (parts: Renewable) => Promise<void>, log: Log }} options
 */
export async function createRenewal({ make, use, log }) {
  /** @type {Promise<void>} */
  let underWay = Promise.resolve();
  let closed = false;
  const renewed = () => underWay;
  let parts = await make(renewed);
  /** Not what their Catalog says: that may have changed while they were made. */
  let inUse = fingerprintOf(parts.states);
  /** What could not be made; nobody waits for that again. @type {string | null} */
  let refused = null;
  watch(parts);
  use(renewable(parts));
  look(parts, parts.data.catalog());

  /** A request that has seen the newest Catalog is not answered by parts of before. @param {Parts} of @returns {Renewable} */
  function renewable(of) {
    /** @param {Catalog} catalog */
    const renewal = (catalog) => {
      const wanted = fingerprint(catalog);
      return closed || (of === parts && (wanted === inUse || wanted === refused)) ? null : underWay;
    };
    return { ...of, renewal };
  }

  /** @param {Parts} watched */
  function watch(watched) {
    watched.data.onCatalog((/** @type {Catalog} */ catalog) => look(watched, catalog));
  }

  /** @param {Parts} of @param {Catalog} catalog */
  function look(of, catalog) {
    if (of === parts && fingerprint(catalog) !== inUse) underWay = underWay.then(renew);
  }

  async function renew() {
    const wanted = fingerprint(parts.data.catalog());
    if (closed || wanted === inUse) return;
    const before = parts;
    try {
      parts = await make(renewed);
    } catch (error) {
      refused = wanted;
      log.error('plugins could not be reloaded; keeping the previous ones', { error });
      return;
    }
    inUse = fingerprintOf(parts.states);
    watch(parts);
    look(parts, parts.data.catalog());
    log.info('plugins reloaded');
    use(renewable(parts))
      .then(() => before.close())
      .catch((error) => log.warn('previous runtime not closed', { error }));
  }

  return {
    parts: () => parts,
    async close() {
      closed = true;
      await underWay;
      await parts.close();
    },
  };
}

const fingerprint = memoize((/** @type {Catalog} */ catalog) => fingerprintOf(catalog.plugins));

/** What makes a difference to the registry. @param {readonly Pick<PluginState, 'name' | 'enabled' | 'version'>[]} states */
function fingerprintOf(states) {
  return JSON.stringify(states.map(({ name, enabled, version }) => [name, enabled !== false, version ?? null]).sort());
}
