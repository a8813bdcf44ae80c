/** @import { App, Handler, Request } from '../types.d.ts' */
import { deliver } from './deliver.js';
import { withPlan } from './open-plan.js';
import { saveForm } from './save-form.js';

const PATH = /^\/(page|view)\/([^/]+)$/;

/**
 * What people ask for most: GET /page/:name, GET and POST /view/:name. They are found without the router, whose
 * matching costs as much as a simple page; everything that comes before it (session, origin, limits) is the same.
 *
 * @param {App} app
 * @returns {(req: Request) => Handler | null}
 */
export function createHotRoutes(app) {
  /** @type {Record<string, Record<string, Handler | undefined>>} */
  const routes = { page: {}, view: {} };
  for (const kind of /** @type {const} */ (['page', 'view'])) {
    const show = withPlan(app, kind, (req, res, plan) => deliver(app, req, res, plan));
    Object.assign(routes[kind], { GET: show, HEAD: show });
  }
  routes.view.POST = withPlan(app, 'view', (req, res, plan) => saveForm(app, req, res, plan));

  return (req) => {
    const match = PATH.exec(req.path);
    const handler = match && routes[match[1]][req.method];
    if (!handler) return null;
    req.params = { name: decodeURIComponent(match[2]) };
    return handler;
  };
}
