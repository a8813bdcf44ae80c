/** @import { Log } from '../types.d.ts' */
/** @import { Catalog, PluginState } from '@plinth/plugin' */
/** @import { Parts } from './open-parts.js' */
import { memoize } from '@plinth/plugin';

/**
 * @typedef {Parts & { reload(catalog: Catalog): Promise<void> | null }} Reloadable
 *   reload: null if this runtime is the right one for a Catalog, otherwise a promise for its replacement
 */

/**
 * Reloads the runtime when an edit, in any process, changes the plugins in the Catalog: a new runtime is created next
 * to the old one and takes over; the old one is closed after its last request.
 *
 * @param {{ make: (reloaded: () => Promise<void>) => Promise<Parts>, use: (parts: Reloadable) => Promise<void>, log: Log
 *   }} options
 */
export async function createReload({ make, use, log }) {
  /** @type {Promise<void>} */
  let underWay = Promise.resolve();
  let closed = false;
  const reloaded = () => underWay;
  let parts = await make(reloaded);
  /** Not from its Catalog, which may have changed while it was created. */
  let inUse = fingerprintOf(parts.states);
  /** Plugins that failed to load; requests don't wait for them again. @type {string | null} */
  let refused = null;
  watch(parts);
  use(renewable(parts));
  look(parts, parts.data.catalog());

  /**
   * Requests that have seen the newest Catalog are not handled by an older runtime.
   *
   * @param {Parts} of
   * @returns {Reloadable}
   */
  function renewable(of) {
    /** @param {Catalog} catalog */
    const reload = (catalog) => {
      const wanted = fingerprint(catalog);
      return closed || (of === parts && (wanted === inUse || wanted === refused)) ? null : underWay;
    };
    return { ...of, reload };
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
      parts = await make(reloaded);
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

/** What the registry depends on. @param {readonly Pick<PluginState, 'name' | 'enabled' | 'version'>[]} states */
function fingerprintOf(states) {
  return JSON.stringify(states.map(({ name, enabled, version }) => [name, enabled !== false, version ?? null]).sort());
}
