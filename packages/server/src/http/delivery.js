/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/**
 * The dispatcher ahead of the router, for paths that are hot or that must answer whatever else is broken. First the
 * exact paths, then the first segment.
 *
 * @param {{ exact: Record<string, DeliveryHandler>, folders: Record<string, DeliveryHandler> }} table
 * @typedef {(req: IncomingMessage, res: ServerResponse, path: string) => boolean | void} DeliveryHandler
 *   false: not mine after all
 */
export function createDelivery({ exact, folders }) {
  const byPath = new Map(Object.entries(exact));
  const byFolder = new Map(Object.entries(folders));
  /** @param {IncomingMessage} req @param {ServerResponse} res @param {string} path @returns {boolean} handled */
  return (req, res, path) => {
    const handler = byPath.get(path) ?? byFolder.get(path.slice(1, path.indexOf('/', 1)));
    if (!handler) return false;
    return handler(req, res, path) !== false;
  };
}
