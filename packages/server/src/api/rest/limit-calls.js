/** @import { App, Request } from '../../types.d.ts' */

/** How many calls per minute one caller may make; 0: no limit. @param {Pick<Request, 'ctx'>} req */
export const mostCalls = ({ ctx }) => ctx.catalog.settings.apiPerMinute ?? 0;

/**
 * Counts a call against the site's limit, if any, over all workers: per user, or per address without login.
 *
 * @param {App} app @param {Pick<Request, 'ctx'>} req
 * @throws {import('@plinth/plugin').AppError} TOO_MANY_TRIES (429)
 */
export async function limitCalls(app, req) {
  const most = mostCalls(req);
  if (most > 0) await app.data.people.limitCalls(req.ctx.user?.id ?? req.ctx.address, most);
}
