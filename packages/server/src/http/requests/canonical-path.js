import { LIMITS } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';

/** Paths with only one possible spelling. */
const PLAIN = /^(?:\/[A-Za-z0-9_~-][\w.~-]*)+$/;

/**
 * Splits a request target and normalizes its path. Access rules get bypassed through alternative spellings, so
 * everything that some parser might read differently is refused.
 *
 * @param {string} target as it came in the request line
 * @returns {{ path: string, search: string, query: URLSearchParams, canonical: boolean }} `canonical` is false when
 *   the path has a simpler spelling, to which users are redirected
 * @throws {AppError} PATH_INVALID (400), PAGE_NOT_FOUND (404)
 */
export function parseTarget(target) {
  const mark = target.indexOf('?');
  const raw = mark < 0 ? target : target.slice(0, mark);
  const search = mark < 0 ? '' : target.slice(mark);
  if (PLAIN.test(raw)) return { path: raw, search, query: parseQuery(search), canonical: true };
  if (!raw.startsWith('/') || raw.includes('#')) throw pathInvalid();
  if (raw.startsWith('//') || raw.includes('//')) throw notFound();
  const segments = raw.slice(1).split('/').map(decodeSegment);
  let path = '/' + segments.map(encodeSegment).join('/');
  if (path.length > 1 && path.endsWith('/')) path = path.slice(0, -1);
  // Characters such as ":" may be encoded or not; neither changes the route.
  const canonical = path === raw || segments.map(encodeURIComponent).join('/') === raw.slice(1);
  return { path, search, query: parseQuery(search), canonical: canonical && (raw === '/' || !raw.endsWith('/')) };
}

/** Whether no file system, proxy or parser reads a path segment as something else. @param {string} text */
function decodeSegment(text) {
  let decoded;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw pathInvalid();
  }
  // Control characters, encoded slashes, dot segments.
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f/\\]/.test(decoded) || decoded === '.' || decoded === '..') throw notFound();
  return decoded;
}

/** @param {string} text */
function encodeSegment(text) {
  return encodeURIComponent(text).replace(/%(3A|40|24|26|2B|2C|3B|3D)/gi, (code) => decodeURIComponent(code));
}

/** @param {string} search */
function parseQuery(search) {
  const query = new URLSearchParams(search);
  if (query.size > LIMITS.addressParameters) {
    throw new AppError('PATH_INVALID', phrase`The address has more than ${LIMITS.addressParameters} parameters`, {
      status: 400,
      hint: 'Leave some out, or ask in several requests',
    });
  }
  return query;
}

function pathInvalid() {
  return new AppError('PATH_INVALID', 'The address is not valid', {
    status: 400,
    hint: 'Go to the home page and follow a link from there',
  });
}

export function notFound() {
  return new AppError('PAGE_NOT_FOUND', 'Page not found', {
    status: 404,
    hint: 'It may have been moved, or you may not have access to it',
  });
}
