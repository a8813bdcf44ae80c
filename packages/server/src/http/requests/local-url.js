// Anything that a browser might read as another origin: browsers drop control characters and turn backslashes into
// slashes before parsing.
// eslint-disable-next-line no-control-regex
const SUSPECT = /[\u0000-\u0020\\\u007f]/;

/** Paths that every parser reads alike. */
const PLAIN = /^\/(?:[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*)?(?:\?[A-Za-z0-9_=&%:,.-]*)?$/;

/**
 * Where a redirect may go: a path on our own origin, else the fallback.
 *
 * @param {string | null | undefined} url @param {string} [fallback]
 * @returns {string}
 */
export function localUrl(url, fallback = '/') {
  if (typeof url === 'string' && PLAIN.test(url) && url.length <= 2048) return url;
  if (typeof url !== 'string' || url.length > 2048 || !/^\/(?!\/)/.test(url) || SUSPECT.test(url)) return fallback;
  let parsed;
  try {
    parsed = new URL(url, 'http://own.invalid');
  } catch {
    return fallback;
  }
  // Encoded slashes are harmless here, but some proxies decode them before forwarding.
  if (parsed.host !== 'own.invalid' || /^\/(?:%2f|%5c|\/)/i.test(parsed.pathname)) return fallback;
  return parsed.pathname + parsed.search + parsed.hash;
}

/**
 * The page of ours that a form was on, to redirect back to.
 *
 * @param {{ headers: import('node:http').IncomingHttpHeaders }} req @param {string} fallback
 */
export function refererPath({ headers: { referer } }, fallback) {
  if (!referer || !URL.canParse(referer)) return fallback;
  const { pathname, search } = new URL(referer);
  return localUrl(pathname + search, fallback);
}
