/** @import { App, Handler, Request } from '../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { answerPreflight, tellOrigin } from './cross-origin.js';
import { describeRoutes } from './describe/describe-routes.js';
import { editRoutes } from './edits.js';
import { fileRoutes } from './files/file-routes.js';
import { limitCalls, mostCalls } from './limit-calls.js';
import { revisionRoutes } from './revisions.js';
import { rowRoutes } from './rows/row-routes.js';
import { transactionRoutes } from './transactions.js';

const BASE = '/api/v1/';

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
 * The API. Like the pages that are asked for most it is found ahead of the router; session, token, origin and limits
 * come before it. What is not here (the realtime feed) is left to the router.
 *
 * @param {App} app
 * @returns {(req: Request) => Handler | null}
 */
export function createApi(app) {
  const routes = Object.entries(endpointsOf(app)).map(([path, methods]) => ({
    parts: path.split('/'),
    methods: withHead(methods),
  }));

  return (req) => {
    if (!req.path.startsWith(BASE)) return null;
    tellOrigin(req);
    if (req.method === 'OPTIONS') return answerPreflight;
    const parts = req.path.slice(BASE.length).split('/');
    const route = routes.find((one) => fits(one.parts, parts));
    if (!route) return null;
    req.params = paramsOf(route.parts, parts);
    return limited(app, req, route.methods[req.method] ?? refuseMethod(Object.keys(route.methods)));
  };
}

/** @param {App} app @param {Request} req @param {Handler} handler @returns {Handler} */
function limited(app, req, handler) {
  if (mostCalls(req) === 0) return handler;
  return async (_req, res, next) => {
    await limitCalls(app, req);
    return handler(req, res, next);
  };
}

/** @param {Record<string, Handler>} methods */
const withHead = (methods) => (methods.GET ? { ...methods, HEAD: methods.GET } : methods);

/** @param {string[]} route @param {string[]} parts */
function fits(route, parts) {
  if (route.length !== parts.length) return false;
  for (let i = 0; i < parts.length; i++) if (route[i] !== parts[i] && route[i][0] !== ':') return false;
  return true;
}

/** @param {string[]} route @param {string[]} parts */
function paramsOf(route, parts) {
  /** @type {Record<string, string>} */
  const params = {};
  for (let i = 0; i < route.length; i++)
    if (route[i][0] === ':') params[route[i].slice(1)] = decodeURIComponent(parts[i]);
  return params;
}

/** @param {string[]} known @returns {Handler} */
function refuseMethod(known) {
  return (_req, res) => {
    res.setHeader('allow', known.join(', '));
    throw new AppError('METHOD_NOT_ALLOWED', 'This address does not take this method', {
      status: 405,
      hint: phrase`It takes ${known.join(', ')}`,
    });
  };
}
