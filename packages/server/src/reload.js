/** @import { Log } from './types.d.ts' */
/** @import { Catalog, PluginState } from '@plinth/plugin' */
/** @import { Runtime } from './open-runtime.js' */
import { memoize } from '@plinth/plugin';

/**
 * @typedef {Runtime & { reload(catalog: Catalog): Promise<void> | null }} Reloadable
 *   reload: null if this runtime is the right one for a Catalog, otherwise a promise for its replacement
 */

/**
 * Reloads the runtime when an edit, in any process, changes the plugins in the Catalog: a new runtime is created next
 * to the old one and takes over; the old one is closed after its last request.
 *
 * @param {{ make: (reloaded: () => Promise<void>) => Promise<Runtime>, use: (runtime: Reloadable) => Promise<void>, log: Log
 *   }} options
 */
export async function createReload({ make, use, log }) {
  /** @type {Promise<void>} */
  let underWay = Promise.resolve();
  let closed = false;
  const reloaded = () => underWay;
  let runtime = await make(reloaded);
  /** Not from its Catalog, which may have changed while it was created. */
  let inUse = fingerprintOf(runtime.states);
  /** Plugins that failed to load; requests don't wait for them again. @type {string | null} */
  let refused = null;
  watch(runtime);
  use(reloadable(runtime));
  check(runtime, runtime.data.catalog());

  /**
   * Requests that have seen the newest Catalog are not handled by an older runtime.
   *
   * @param {Runtime} of
   * @returns {Reloadable}
   */
  function reloadable(of) {
    /** @param {Catalog} catalog */
    const reload = (catalog) => {
      const wanted = fingerprint(catalog);
      return closed || (of === runtime && (wanted === inUse || wanted === refused)) ? null : underWay;
    };
    return { ...of, reload };
  }

  /** @param {Runtime} watched */
  function watch(watched) {
    watched.data.onCatalog((/** @type {Catalog} */ catalog) => check(watched, catalog));
  }

  /** @param {Runtime} of @param {Catalog} catalog */
  function check(of, catalog) {
    if (of === runtime && fingerprint(catalog) !== inUse) underWay = underWay.then(replace);
  }

  async function replace() {
    const wanted = fingerprint(runtime.data.catalog());
    if (closed || wanted === inUse) return;
    const before = runtime;
    try {
      runtime = await make(reloaded);
    } catch (error) {
      refused = wanted;
      log.error('plugins could not be reloaded; keeping the previous ones', { error });
      return;
    }
    inUse = fingerprintOf(runtime.states);
    watch(runtime);
    check(runtime, runtime.data.catalog());
    log.info('plugins reloaded');
    use(reloadable(runtime))
      .then(() => before.close())
      .catch((error) => log.warn('previous runtime not closed', { error }));
  }

  return {
    runtime: () => runtime,
    async close() {
      closed = true;
      await underWay;
      await runtime.close();
    },
  };
}

const fingerprint = memoize((/** @type {Catalog} */ catalog) => fingerprintOf(catalog.plugins));

/** What the registry depends on. @param {readonly Pick<PluginState, 'name' | 'enabled' | 'version'>[]} states */
function fingerprintOf(states) {
  return JSON.stringify(states.map(({ name, enabled, version }) => [name, enabled !== false, version ?? null]).sort());
}
