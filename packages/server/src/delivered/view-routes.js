/** @import { App, Routes } from '../types.d.ts' */
import { answerChoices } from './choices.js';
import { withPlan } from './open-plan.js';
import { runAction } from './run-action.js';

/** A view acted on and asked for choices; shown and posted to: hot-routes.js. @param {App} app @param {Routes} router */
export function viewRoutes(app, router) {
  router.post(
    '/view/:name/act',
    withPlan(app, 'view', (req, res, plan) => runAction(app, req, res, plan)),
  );

  router.get(
    '/view/:name/choices',
    withPlan(app, 'view', (req, res, plan) => answerChoices(app, req, res, plan)),
  );
}
