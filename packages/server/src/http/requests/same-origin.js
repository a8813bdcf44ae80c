/** @import { IncomingMessage } from 'node:http' */
/** @import { Config, Handler } from '../../types.d.ts' */
import { AppError } from '@plinth/plugin';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses cross-site requests. Requests with a token are exempt, since browsers don't send tokens by themselves.
 *
 * @param {Pick<Config, 'baseUrl'>} config @returns {Handler}
 */
export function originCheck({ baseUrl }) {
  const { origin } = new URL(baseUrl);
  return (req, _res, next) => {
    if (req.ctx.tokenId === null) requireSameOrigin(req, { origin });
    next();
  };
}

/**
 * Protects against cross-site request forgery without tokens in pages: browsers state where a request comes from
 * (Sec-Fetch-Site), and over plain http, where they don't, they send Origin with every POST.
 *
 * @param {IncomingMessage} req
 * @param {{ origin: string }} own origin of the configured base URL
 * @throws {AppError} CROSS_SITE (403)
 */
export function requireSameOrigin(req, { origin }) {
  if (SAFE_METHODS.has(req.method ?? 'GET')) return;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
    throw crossSite();
  }
  if (req.headers.origin !== undefined) {
    if (req.headers.origin === origin || isOwnHost(req, origin)) return;
    throw crossSite();
  }
  // Neither header: not a current browser. Without a cookie there is nothing to abuse.
  if (req.headers.cookie !== undefined) throw crossSite();
}

/**
 * Plinth is reached under several names on a home or office network (localhost, an address, a host name). Over plain
 * http, Origin is compared with the Host header; another site can't forge it, and our cookies are not sent to other
 * hosts. With https only the base URL counts.
 *
 * @param {IncomingMessage} req @param {string} origin
 */
function isOwnHost(req, origin) {
  return origin.startsWith('http:') && req.headers.origin === `http://${req.headers.host}`;
}

function crossSite() {
  return new AppError('CROSS_SITE', 'This request came from another site and was rejected', {
    status: 403,
    hint: 'Open the page on this site and try again. Behind a proxy, set BASE_URL to the address that people use',
  });
}
