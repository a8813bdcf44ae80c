/** @import { App, Handler } from '../../types.d.ts' */

/**
 * Passes a request on to the new runtime if it has seen a Catalog with other plugins than this runtime has.
 *
 * @param {App} runtime @returns {Handler}
 */
export function newestRuntime(runtime) {
  return (req, res, next) => {
    const reload = runtime.reload?.(req.ctx.catalog);
    if (!reload) return next();
    return reload.then(() => {
      req.ctx = /** @type {any} */ (undefined);
      runtime.pass(req, res);
    });
  };
}
