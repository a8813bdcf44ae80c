/** @import { App, Handler } from '../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { createRouter } from '../http/router.js';
import { changesRoute } from './realtime/change-routes.js';
import { answerPreflight, tellOrigin } from '../http/cross-origin.js';
import { describeRoutes } from './describe/describe-routes.js';
import { editRoutes } from './edits.js';
import { fileRoutes } from './files/file-routes.js';
import { limitCalls, mostCalls } from './limit-calls.js';
import { revisionRoutes } from './revisions.js';
import { rowRoutes } from './rows/row-routes.js';
import { transactionRoutes } from './transactions.js';

/**
 * A family of endpoints: paths under /api/v1/ with a handler for each method; `:name` is a parameter.
 *
 * @typedef {Record<string, Record<string, Handler>>} Endpoints
 */

/** All of them. @param {App} app @returns {Endpoints} */
export function endpointsOf(app) {
  const families = [rowRoutes, fileRoutes, transactionRoutes, describeRoutes, editRoutes, revisionRoutes];
  return Object.assign({}, ...families.map((make) => make(app)));
}

/**
 * Everything under /api/v1; session, token, origin and limits come before it.
 *
 * @param {App} app
 */
export function apiRoutes(app) {
  const router = createRouter();
  router.use(crossOrigin);
  for (const [path, methods] of Object.entries(endpointsOf(app))) {
    const { GET } = methods;
    const known = GET ? { ...methods, HEAD: GET } : methods;
    router.all(
      `/${path}`,
      limited(app, (req, res, next) => (known[req.method] ?? refuseMethod(known))(req, res, next)),
    );
  }
  router.all('/changes', changesRoute(app));
  return router;
}

/** @type {Handler} */
function crossOrigin(req, res, next) {
  // The address without anything behind it is none of ours.
  if (req.path === '/api/v1') return next();
  tellOrigin(req);
  if (req.method === 'OPTIONS') return answerPreflight(req, res, next);
  next();
}

/** @param {App} app @param {Handler} handler @returns {Handler} */
export function limited(app, handler) {
  return (req, res, next) => {
    if (mostCalls(req) === 0) return handler(req, res, next);
    return limitCalls(app, req).then(() => handler(req, res, next));
  };
}

/** @param {Record<string, Handler>} known @returns {Handler} */
function refuseMethod(known) {
  const names = Object.keys(known).join(', ');
  return (_req, res) => {
    res.setHeader('allow', names);
    throw new AppError('METHOD_NOT_ALLOWED', 'This address does not support this method', {
      status: 405,
      hint: phrase`It supports ${names}`,
    });
  };
}
