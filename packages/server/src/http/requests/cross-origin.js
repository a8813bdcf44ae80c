/** @import { Handler, Request } from '../../types.d.ts' */

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const SENT =
  'authorization, content-type, if-match, if-none-match, idempotency-key, last-event-id, range, mcp-protocol-version';
const SHOWN = 'etag, link, location, retry-after, idempotency-replayed, content-range, content-disposition';
const DAY = '86400';

/**
 * Lets pages of the origins that an admin listed read the response. Cookies are not accepted: cross-origin requests
 * need a token.
 *
 * @param {Request} req
 */
export function tellOrigin(req) {
  const { origin } = req.headers;
  if (origin === undefined || !isAllowed(req.ctx.catalog.settings.apiOrigins ?? '', origin)) return;
  const { response: res } = req.ctx;
  res.setHeader('access-control-allow-origin', origin);
  res.setHeader('access-control-expose-headers', SHOWN);
  if (req.method !== 'OPTIONS') return;
  res.setHeader('access-control-allow-methods', METHODS);
  res.setHeader('access-control-allow-headers', SENT);
  res.setHeader('access-control-max-age', DAY);
}

/** The browser's preflight request. @type {Handler} */
export const answerPreflight = (_req, res) => {
  res.writeHead(204, { vary: 'Origin', 'cache-control': 'no-store' }).end();
};

/** @param {string} allowed parted by spaces or commas @param {string} origin */
export function isAllowed(allowed, origin) {
  const list = allowed.split(/[\s,]+/);
  return origin !== 'null' && (list.includes('*') || list.includes(origin));
}
