/** @import { App, Handler, Request } from '../../types.d.ts' */

/** Reports and webhooks have their own limit, and must not use up the visitor's. */
const EXEMPT = /^\/(csp-report$|hook\/)/;

/** @param {App} runtime @returns {Handler} */
export function visitorLimit(runtime) {
  return (req, _res, next) => {
    if (!isLimited(runtime, req)) return next();
    return limitVisitor(runtime, req).then(() => next());
  };
}

/**
 * Limits how many requests per minute one address may submit without login, to protect public forms. Reading and
 * logged-in users are not limited: ask isLimited first, which costs no promise.
 *
 * @param {App} app @param {Request} req
 * @throws {AppError} TOO_MANY_TRIES (429), with Retry-After
 */
export async function limitVisitor(app, req) {
  await app.data.people.limitRequests(req.ctx.address, app.config.visitorLimit);
}

/** Whether a request counts against its address. @param {App} app @param {Request} req */
export function isLimited({ config }, req) {
  return config.visitorLimit > 0 && !req.ctx.user && carriesBody(req) && !EXEMPT.test(req.path);
}

/** @param {Request} req */
function carriesBody({ headers }) {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}
