/** @import { App, Handler } from '../../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { createRouter } from '../../http/requests/router.js';
import { answerPreflight, tellOrigin } from '../../http/requests/cross-origin.js';
import { handlerOf } from './answer-call.js';
import { limitCalls } from './limit-calls.js';

/**
 * Everything under /api/v1; session, token, origin and limits come before it.
 *
 * @param {App} app
 */
export function apiRoutes(app) {
  const router = createRouter();
  router.use(crossOrigin);
  for (const [path, endpoints] of Map.groupBy(app.endpoints, (one) => one.path)) {
    /** @type {Record<string, Handler>} */
    const known = {};
    for (const one of endpoints) known[one.method] = handlerOf(app, one);
    if (known.GET && !endpoints[0].isStream) known.HEAD = known.GET;
    const refuse = refuseMethod(app, known);
    router.all(`/${path}`, (req, res, next) => (known[req.method] ?? refuse)(req, res, next));
  }
  return router;
}

/** @type {Handler} */
function crossOrigin(req, res, next) {
  // The address without a path is not an endpoint.
  if (req.path === '/api/v1') return next();
  tellOrigin(req);
  if (req.method === 'OPTIONS') return answerPreflight(req, res, next);
  next();
}

/** @param {App} app @param {Record<string, Handler>} known @returns {Handler} */
function refuseMethod(app, known) {
  const names = Object.keys(known).join(', ');
  return async (req, res) => {
    await limitCalls(app, req);
    res.setHeader('allow', names);
    throw new AppError('METHOD_NOT_ALLOWED', 'This address does not support this method', {
      status: 405,
      hint: phrase`It supports ${names}`,
    });
  };
}
