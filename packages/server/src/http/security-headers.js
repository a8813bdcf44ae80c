/** @import { ServerResponse } from 'node:http' */
import helmet from 'helmet';

/**
 * Headers that every answer carries. Delivered pages are to be kept as bytes, so nothing in here differs from one
 * response to the next: no nonce; scripts and styles come from files of our own origin only.
 *
 * @param {{ https: boolean }} options HSTS and the like would lock people out of an install that has no https
 * @returns {readonly (readonly [string, string])[]}
 */
export function securityHeaders({ https }) {
  const middleware = helmet({
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
  return collect(middleware);
}

/** Runs the middleware once and keeps what it sets. @param {(req: any, res: any, next: () => void) => void} middleware */
function collect(middleware) {
  /** @type {[string, string][]} */
  const headers = [];
  middleware(
    {},
    {
      setHeader: (/** @type {string} */ name, /** @type {unknown} */ value) => headers.push([name, String(value)]),
      removeHeader() {},
    },
    () => {},
  );
  return Object.freeze(headers);
}

/** @param {ServerResponse} res @param {readonly (readonly [string, string])[]} headers */
export function setHeaders(res, headers) {
  for (const [name, value] of headers) res.setHeader(name, value);
}
