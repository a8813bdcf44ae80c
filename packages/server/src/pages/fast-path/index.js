/** @import { App, Handler, Request, Response } from '../../types.d.ts' */
import findMyWay from 'find-my-way';
import { tellOrigin } from '../../http/requests/cross-origin.js';
import { rememberPaths } from '../../http/requests/remember-paths.js';
import { withPlan } from '../delivered/open-plan.js';
import { saveForm } from '../delivered/save-form.js';
import { createAct } from './act.js';
import { createStoredFiles } from './files/index.js';
import { createPages } from './pages/index.js';

/** Paths with only one possible spelling, and routes that match a prefix. */
const PLAIN = /^(?:(?:\/[A-Za-z0-9_~-][\w.~-]*)+|\/|\/assets\/.*|\/files\/[0-9a-f-]{36}\/[^/]+)$/;

/**
 * @typedef {(req: Request, res: Response, params: Record<string, string>) => boolean | Promise<boolean>} FastRoute
 *   false: declined, before anything was sent
 * @typedef {{ handler: FastRoute, params: Record<string, string> }} FastAddress
 */

/**
 * Handles the most requested addresses ahead of Express: assets, small stored files, pages (cached or rendered), rows
 * and single writes of the API, form posts. There is one route table; what is not in it or is declined goes to Express
 * once, never back.
 *
 * @param {App} runtime
 * @param {{ begin(req: Request, res: Response): void, hit(req: Request, res: Response, user?: string): void,
 *   asset(req: Request, res: Response): void }} log begin: for responses that are computed, hit: for those from a cache
 * @param {(app: App, endpoint: App['endpoints'][number]) => Handler} handlerOf how an endpoint of the API is answered
 * @returns {(req: Request, res: Response) => boolean | Promise<boolean>}
 */
export function createFastPath(runtime, log, handlerOf) {
  const table = findMyWay({ caseSensitive: true, maxParamLength: 2000 });
  const pages = createPages(runtime, log);
  const files = createStoredFiles(runtime, log);
  const act = createAct(runtime, log);

  /** @param {string | string[]} methods @param {string} path @param {FastRoute} route */
  const on = (methods, path, route) => table.on(/** @type {any} */ (methods), path, /** @type {any} */ (route));

  on(['GET', 'HEAD'], '/assets/*', (req, res) => runtime.assets.answer(req, res) && (log.asset(req, res), true));
  on(['GET', 'HEAD'], '/files/:id/:name', files);
  on('GET', '/', (req, res, params) => pages(req, res, 'home', params));
  on('GET', '/page/:name', (req, res, params) => pages(req, res, 'page', params));
  on('GET', '/view/:name', (req, res, params) => pages(req, res, 'view', params));
  on('POST', '/view/:name', act(withPlan(runtime, 'view', (req, res, plan) => saveForm(runtime, req, res, plan))));
  for (const endpoint of runtime.endpoints.filter(({ isHot }) => isHot)) {
    const methods = endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method;
    on(methods, `/api/v1/${endpoint.path}`, act(forPrograms(handlerOf(runtime, endpoint))));
  }

  /** @param {any} method @param {string} path @returns {FastAddress | null} */
  const find = (method, path) => /** @type {any} */ (PLAIN.test(path) ? table.find(method, path) : null);
  // Pages, files and assets are asked for again and again.
  const remembered = rememberPaths((path) => find('GET', path));
  return (req, res) => {
    const { url, method } = req;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const found = method === 'GET' && !path.startsWith('/api/') ? remembered(path) : find(method, path);
    return found !== null && found.handler(req, res, found.params);
  };
}

/**
 * The checks that the API's router makes before each handler.
 *
 * @param {Handler} handler @returns {Handler}
 */
function forPrograms(handler) {
  return (req, res, next) => {
    tellOrigin(req);
    return handler(req, res, next);
  };
}
