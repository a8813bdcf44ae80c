/** @import { App, Request } from '@plinth/server/types' */
import { summaryText } from '../revisions/summary-text.js';

/**
 * The result of an edit, shown on the page that follows with a link to undo it. The page's address contains the
 * revision, so nothing is stored between the two requests; admin.js removes it from the address.
 *
 * @param {App} app @param {Request} req
 * @returns {Promise<{ id: string, summary: string, undone: boolean } | null>}
 */
export async function toastFor(app, req) {
  const id = req.query.get('done');
  if (!id || !/^[0-9a-f-]{36}$/i.test(id)) return null;
  try {
    const revision = await app.data.revisions.get(id);
    return { id, summary: summaryText(revision.says, req.ctx.t), undone: Boolean(revision.undoneBy) };
  } catch {
    // An old address: the page matters more than its toast.
    return null;
  }
}

/**
 * @param {string} url @param {string | null | undefined} revision
 * @returns {string} the address with the toast of a revision
 */
export function withDone(url, revision) {
  if (!revision) return url;
  const [path, query = ''] = url.split('?');
  const params = new URLSearchParams(query);
  params.set('done', revision);
  return `${path}?${params}`;
}
