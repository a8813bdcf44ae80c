/** @import { Log } from '../types.d.ts' */
/** @import { Catalog } from '@plinth/plugin' */
/** @import { Parts } from './open-parts.js' */

/**
 * Keeps a server's parts in step with the plugins that the Catalog names. When an edit, of whatever process, changes
 * them, new parts are made beside the old ones and take over; the old ones end with their last request.
 *
 * @param {{ make: (renewed: () => Promise<void>) => Promise<Parts>, use: (parts: Parts) => Promise<void>, log: Log }} options
 */
export async function createRenewal({ make, use, log }) {
  /** @type {Promise<void>} */
  let underWay = Promise.resolve();
  let closed = false;
  const renewed = () => underWay;
  let parts = await make(renewed);
  let inUse = fingerprint(parts.data.catalog());
  watch(parts);
  use(parts);

  /** @param {Parts} watched */
  function watch(watched) {
    watched.data.onCatalog((/** @type {Catalog} */ catalog) => {
      if (watched === parts && fingerprint(catalog) !== inUse) underWay = underWay.then(renew);
    });
  }

  async function renew() {
    const wanted = fingerprint(parts.data.catalog());
    if (closed || wanted === inUse) return;
    const before = parts;
    try {
      parts = await make(renewed);
    } catch (error) {
      log.error('plugins could not be renewed; going on with the old ones', { error });
      return;
    }
    inUse = fingerprint(parts.data.catalog());
    watch(parts);
    log.info('plugins renewed');
    use(parts)
      .then(() => before.close())
      .catch((error) => log.warn('old parts not closed', { error }));
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

/** What makes a difference to the registry. @param {Catalog} catalog */
function fingerprint({ plugins }) {
  return JSON.stringify(plugins.map(({ name, enabled, version }) => [name, enabled, version]).sort());
}
