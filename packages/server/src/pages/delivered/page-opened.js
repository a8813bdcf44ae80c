/** @import { App, Request, Response } from '../../types.d.ts' */

/**
 * Tells triggers that a page was opened, once it has been sent, also if it came from the cache. Previews that a browser
 * makes by itself, and parts that a page fetches, are no openings.
 *
 * @param {Pick<App, 'data'>} app @param {Request} req @param {Response} res @param {string} page @param {string | null} user id
 */
export function pageOpened({ data }, req, res, page, user) {
  const { openings } = data.automation;
  if (!openings.watches(page) || !isOpened(req, res)) return;
  // A page from the cache is sent before its parameters are read.
  openings.note(page, { user, query: new URLSearchParams(req.url.split('?')[1] ?? '') });
}

const SHOWN = new Set(['document', 'iframe']);

/** @param {Request} req @param {Response} res */
function isOpened({ method, headers }, { statusCode }) {
  const dest = headers['sec-fetch-dest'];
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? '');
  const isSent = statusCode === 200 || statusCode === 304;
  return (
    isSent &&
    method === 'GET' &&
    (dest === undefined || SHOWN.has(String(dest))) &&
    !purpose.includes('prefetch') &&
    headers['hx-request'] === undefined
  );
}
