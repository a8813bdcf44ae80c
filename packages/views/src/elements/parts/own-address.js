import { AppError, isForeign, phrase } from '@plinth/plugin';

/**
 * The address of a picture or film on this site. Those of other sites are blocked by the content policy of each page, so
 * that nobody elsewhere can count readers: the admin is told where the element stands.
 *
 * @param {string | undefined} url @returns {string | null}
 * @throws {AppError} ADDRESS_FOREIGN
 */
export function ownAddress(url) {
  if (!url) return null;
  if (!isForeign(url)) return url;
  throw new AppError('ADDRESS_FOREIGN', phrase`The address "${url.slice(0, 200)}" points to another site`, {
    status: 422,
    hint: 'Pages can only show images and videos from this site. Upload the file, then choose it',
  });
}
