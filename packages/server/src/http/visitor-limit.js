/** @import { App, Request } from '../types.d.ts' */

/** Has a limit of its own; a page with much to report must not use up a visitor's. */
const EXEMPT = new Set(['/csp-report']);

/**
 * Without login, one address may send only so much a minute: public forms are no place to pour things in. Reading is
 * not limited, and whoever is logged in is known.
 *
 * @param {App} app @param {Request} req
 * @throws {AppError} TOO_MANY_TRIES (429), with Retry-After
 */
export async function limitVisitor(app, req) {
  const { visitorLimit } = app.config;
  if (!visitorLimit || req.ctx.user || !carriesBody(req) || EXEMPT.has(req.path)) return;
  await app.data.people.limitRequests(req.ctx.address, visitorLimit);
}

/** @param {Request} req */
function carriesBody({ headers }) {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}
