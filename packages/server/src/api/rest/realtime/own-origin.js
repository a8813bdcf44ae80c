/** @import { Request } from '../../../types.d.ts' */
import { AppError } from '@plinth/plugin';

/**
 * Only our own pages may subscribe with a session cookie. Browsers state where a request comes from: with
 * Sec-Fetch-Site over https and on localhost, and with Origin if it is cross-site.
 *
 * @param {Request} req @param {string} origin of the configured base URL
 * @throws {AppError} CROSS_SITE (403)
 */
export function requireOwnOrigin(req, origin) {
  const { 'sec-fetch-site': site, origin: from, host } = req.headers;
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isOwn = from === undefined || from === origin || (origin.startsWith('http:') && from === `http://${host}`);
  if (!isForeignSite && isOwn) return;
  throw new AppError('CROSS_SITE', 'This request came from another site and was rejected', {
    status: 403,
    hint: 'Programs send an API token: Authorization: Bearer plt_…',
  });
}
