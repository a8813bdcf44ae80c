// Anything that a browser might read as another origin: control characters and backslashes are dropped or turned into
// slashes by browsers before they look at what comes first.
// eslint-disable-next-line no-control-regex
const SUSPECT = /[\u0000-\u0020\\\u007f]/;

/** Paths of ours that every parser reads alike and leaves as they are. */
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
  // A path of encoded slashes stays a path, but some proxies decode it before they forward it.
  if (parsed.host !== 'own.invalid' || /^\/(?:%2f|%5c|\/)/i.test(parsed.pathname)) return fallback;
  return parsed.pathname + parsed.search + parsed.hash;
}

/**
 * The page of ours that a form was on, to lead back there.
 *
 * @param {{ headers: import('node:http').IncomingHttpHeaders }} req @param {string} fallback
 */
export function refererPath({ headers: { referer } }, fallback) {
  if (!referer || !URL.canParse(referer)) return fallback;
  const { pathname, search } = new URL(referer);
  return localUrl(pathname + search, fallback);
}
