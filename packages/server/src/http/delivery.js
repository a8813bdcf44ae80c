/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @typedef {(req: IncomingMessage, res: ServerResponse) => void} DeliveryHandler */

/**
 * The dispatcher ahead of the router, for paths that must answer whatever else is broken.
 *
 * @param {Record<string, DeliveryHandler>} table by path
 */
export function createDelivery(table) {
  const byPath = new Map(Object.entries(table));
  /** @param {IncomingMessage} req @param {ServerResponse} res @param {string} path @returns {boolean} handled */
  return (req, res, path) => {
    const handler = byPath.get(path);
    handler?.(req, res);
    return handler !== undefined;
  };
}
