/** @import { App, Handler, Request } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
import { notFound } from '../../http/requests/canonical-path.js';
import { admits, refuse } from '../../http/requests/require-role.js';
import { findPlan } from './deliver.js';

/**
 * Runs a handler with the plan of the view or page, if the user may open it. Otherwise the response is 404, or a login
 * for visitors whether it exists or not, so that names can't be discovered.
 *
 * @param {App} app @param {'view' | 'page'} kind
 * @param {(req: Request, res: import('../../types.d.ts').Response, plan: Plan) => unknown} handle
 * @returns {Handler}
 */
export function withPlan(app, kind, handle) {
  return async (req, res, next) => {
    const plan = findPlan(app, req, kind);
    if (plan && admits(req.ctx.actor, plan.roles)) return handle(req, res, plan);
    if (!req.ctx.user) return refuse(req, res, next);
    throw notFound();
  };
}
