/** @import { ServerResponse } from 'node:http' */
import helmet from 'helmet';

/**
 * Middleware that sets the headers of every response. Pages are cached as bytes, so nothing here differs between
 * responses: no nonce; scripts and styles come only from files of our own origin.
 *
 * @param {{ https: boolean }} options HSTS and the like would lock people out of an installation without https
 * @returns {import('../../types.d.ts').Handler}
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
    // With "no-referrer", browsers would send "Origin: null" with our own forms, which we refuse.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // Ignored, with a warning in the console, on origins that are neither https nor localhost.
    crossOriginOpenerPolicy: https ? { policy: 'same-origin' } : false,
    originAgentCluster: https,
    xPoweredBy: false,
  });
}

/**
 * The headers that the middleware sets, for responses ahead of Express.
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
 * The same headers prepared for sending: as they are, as the head of a cached page, and as the complete head of a page
 * except its length.
 *
 * @typedef {ReturnType<typeof prepareHeaders>} BaseHeaders
 * @param {readonly (readonly [string, string])[]} pairs
 */
export function prepareHeaders(pairs) {
  const flat = Object.freeze(pairs.flat());
  const cached = (/** @type {string} */ control) => Object.freeze([...flat, 'cache-control', control, 'vary', VARY]);
  const page = (/** @type {string} */ control) => Object.freeze([...cached(control), 'content-type', HTML]);
  return Object.freeze({
    pairs,
    flat,
    cached: { shared: cached(SHARED), personal: cached(PERSONAL) },
    page: { shared: page(SHARED), personal: page(PERSONAL) },
  });
}

export const HTML = 'text/html; charset=utf-8';
export const VARY = 'Accept-Encoding, Cookie';
/** Shared pages are revalidated each time. */
export const SHARED = 'private, no-cache';
/** Pages for one user are not stored by browsers or proxies. */
export const PERSONAL = 'private, no-store';

/** Sets the headers that were not set explicitly. @param {ServerResponse} res @param {BaseHeaders} base */
export function setBaseHeaders(res, { pairs }) {
  for (const [name, value] of pairs) if (!res.hasHeader(name)) res.setHeader(name, value);
}
