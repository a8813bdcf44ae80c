/** @import { App, Handler } from '../types.d.ts' */

/**
 * Leaves a request that has seen a newer Catalog than this runtime serves, with other plugins, to the runtime that does.
 *
 * @param {App} runtime @returns {Handler}
 */
export function newestRuntime(runtime) {
  return (req, res, next) => {
    const reload = runtime.renewal?.(req.ctx.catalog);
    if (!reload) return next();
    return reload.then(() => {
      req.ctx = /** @type {any} */ (undefined);
      runtime.pass(req, res);
    });
  };
}
