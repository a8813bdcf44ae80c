/** @import { App, Handler, Request } from '../types.d.ts' */

/** Has a limit of its own; a page with much to report must not use up a visitor's. */
const EXEMPT = new Set(['/csp-report']);

/** @param {App} runtime @returns {Handler} */
export function visitorLimit(runtime) {
  return (req, _res, next) => {
    if (!isLimited(runtime, req)) return next();
    return limitVisitor(runtime, req).then(() => next());
  };
}

/**
 * Without login, one address may send only so much a minute: public forms are no place to pour things in. Reading is
 * not limited, and whoever is logged in is known.
 *
 * @param {App} app @param {Request} req
 * @throws {AppError} TOO_MANY_TRIES (429), with Retry-After
 */
export async function limitVisitor(app, req) {
  if (isLimited(app, req)) await app.data.people.limitRequests(req.ctx.address, app.config.visitorLimit);
}

/** @param {App} app @param {Request} req */
function isLimited({ config }, req) {
  return config.visitorLimit > 0 && !req.ctx.user && carriesBody(req) && !EXEMPT.has(req.path);
}

/** @param {Request} req */
function carriesBody({ headers }) {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}
