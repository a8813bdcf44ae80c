import { AppError, isForeign, phrase } from '@plinth/plugin';

/**
 * The URL of an image or video on this site. Those of other sites are blocked by the content security policy, so that
 * other sites can't track users; admins see an error in place of the element.
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
