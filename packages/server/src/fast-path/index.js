/** @import { App, Handler, Request, Response } from '../types.d.ts' */
import findMyWay from 'find-my-way';
import { tellOrigin } from '../api/cross-origin.js';
import { limited } from '../api/index.js';
import { rowRoutes } from '../api/rows/row-routes.js';
import { withPlan } from '../delivered/open-plan.js';
import { saveForm } from '../delivered/save-form.js';
import { createAct } from './act.js';
import { createStoredFiles } from './files/index.js';
import { createPages } from './pages/index.js';

/** What every parser reads alike and nobody would spell differently, and what is found by its beginning. */
const PLAIN = /^(?:(?:\/[A-Za-z0-9_~-][\w.~-]*)+|\/|\/assets\/.*|\/files\/[0-9a-f-]{36}\/[^/]+)$/;

/** Of the Record API: what programs ask for most. */
const ROWS = 'tables/:table/rows';
const ROW = 'tables/:table/rows/:id';

/**
 * @typedef {(req: Request, res: Response, params: Record<string, string>) => boolean | Promise<boolean>} FastRoute
 *   false: declined, before anything was sent
 */

/**
 * What is asked for most, answered ahead of Express: assets, small stored files and pages from memory or with a render
 * of their own; rows and single writes of programs; form posts. One table of addresses; whatever is not in it, or
 * is declined, goes to Express, once.
 *
 * @param {App} runtime
 * @param {{ begin(req: Request, res: Response): void, hit(req: Request, res: Response, user?: string): void,
 *   asset(req: Request, res: Response): void }} log begin: for what is made, hit: from a cache
 * @returns {(req: Request, res: Response) => boolean | Promise<boolean>}
 */
export function createFastPath(runtime, log) {
  const table = findMyWay({ caseSensitive: true, maxParamLength: 2000 });
  const pages = createPages(runtime, log);
  const files = createStoredFiles(runtime, log);
  const act = createAct(runtime, log);
  const rows = rowRoutes(runtime);

  /** @param {string | string[]} methods @param {string} path @param {FastRoute} route */
  const on = (methods, path, route) => table.on(/** @type {any} */ (methods), path, /** @type {any} */ (route));

  on(['GET', 'HEAD'], '/assets/*', (req, res) => runtime.assets.answer(req, res) && (log.asset(req, res), true));
  on(['GET', 'HEAD'], '/files/:id/:name', files);
  on('GET', '/', (req, res, params) => pages(req, res, 'home', params));
  on('GET', '/page/:name', (req, res, params) => pages(req, res, 'page', params));
  on('GET', '/view/:name', (req, res, params) => pages(req, res, 'view', params));
  on('POST', '/view/:name', act(withPlan(runtime, 'view', (req, res, plan) => saveForm(runtime, req, res, plan))));
  on(['GET', 'HEAD'], `/api/v1/${ROWS}`, act(forPrograms(runtime, rows[ROWS].GET)));
  on('POST', `/api/v1/${ROWS}`, act(forPrograms(runtime, rows[ROWS].POST)));
  on(['GET', 'HEAD'], `/api/v1/${ROW}`, act(forPrograms(runtime, rows[ROW].GET)));
  on('PATCH', `/api/v1/${ROW}`, act(forPrograms(runtime, rows[ROW].PATCH)));
  on('DELETE', `/api/v1/${ROW}`, act(forPrograms(runtime, rows[ROW].DELETE)));

  return (req, res) => {
    const { url } = req;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    if (!PLAIN.test(path)) return false;
    const found = table.find(/** @type {any} */ (req.method), path);
    if (found === null) return false;
    return /** @type {FastRoute} */ (/** @type {unknown} */ (found.handler))(
      req,
      res,
      /** @type {any} */ (found.params),
    );
  };
}

/** What the API does before each of its handlers. @param {App} runtime @param {Handler} handler @returns {Handler} */
function forPrograms(runtime, handler) {
  const counted = limited(runtime, handler);
  return (req, res, next) => {
    tellOrigin(req);
    return counted(req, res, next);
  };
}
