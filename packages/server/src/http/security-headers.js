/** @import { ServerResponse } from 'node:http' */
import helmet from 'helmet';

/**
 * Middleware that sets the headers of every answer. Delivered pages are to be kept as bytes, so nothing in here differs
 * from one response to the next: no nonce; scripts and styles come from files of our own origin only.
 *
 * @param {{ https: boolean }} options HSTS and the like would lock people out of an install that has no https
 * @returns {import('../types.d.ts').Handler}
 */
export function securityHeaders({ https }) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        reportUri: ['/csp-report'],
      },
    },
    // "no-referrer" would make browsers send "Origin: null" with our own forms, which we refuse.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // Ignored, with a warning in the console, on origins that are neither https nor localhost.
    crossOriginOpenerPolicy: https ? { policy: 'same-origin' } : false,
    originAgentCluster: https,
    xPoweredBy: false,
  });
}

/**
 * What that middleware sets, for answers whose head is made ahead of Express.
 *
 * @param {{ https: boolean }} options @returns {readonly (readonly [string, string])[]}
 */
export function securityHeaderPairs(options) {
  /** @type {[string, string][]} */
  const headers = [];
  /** @type {any} */
  const recorder = {
    setHeader: (/** @type {string} */ name, /** @type {unknown} */ value) => headers.push([name, String(value)]),
    removeHeader() {},
  };
  securityHeaders(options)(/** @type {any} */ ({}), recorder, () => {});
  return Object.freeze(headers);
}

/**
 * The same headers ready to be sent: as they are, as the head of a cached page, and as the whole head of a page but for its
 * length.
 *
 * @typedef {ReturnType<typeof prepareHeaders>} BaseHeaders
 * @param {readonly (readonly [string, string])[]} pairs
 */
export function prepareHeaders(pairs) {
  const flat = Object.freeze(pairs.flat());
  const cached = (/** @type {string} */ control) => Object.freeze([...flat, 'cache-control', control, 'vary', VARY]);
  const page = (/** @type {string} */ control) => Object.freeze([...cached(control), 'content-type', HTML]);
  return Object.freeze({
    ...{ pairs, flat },
    cached: { shared: cached(SHARED), personal: cached(PERSONAL) },
    page: { shared: page(SHARED), personal: page(PERSONAL) },
  });
}

export const HTML = 'text/html; charset=utf-8';
export const VARY = 'Accept-Encoding, Cookie';
/** What everybody sees is asked for again each time. */
export const SHARED = 'private, no-cache';
/** What one person sees is kept by nobody. */
export const PERSONAL = 'private, no-store';

/** Sets those that were not set on purpose. @param {ServerResponse} res @param {BaseHeaders} base */
export function setBaseHeaders(res, { pairs }) {
  for (const [name, value] of pairs) if (!res.hasHeader(name)) res.setHeader(name, value);
}
