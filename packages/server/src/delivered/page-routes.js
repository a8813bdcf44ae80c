/** @import { App, Routes } from '../types.d.ts' */
import { answerChoices } from './choices.js';
import { withPlan } from './open-plan.js';
import { runAction } from './run-action.js';

/** The actions on a page, and choices of its controls; the page itself: hot-routes.js. @param {App} app @param {Routes} router */
export function pageRoutes(app, router) {
  router.post(
    '/page/:name/act',
    withPlan(app, 'page', (req, res, plan) => runAction(app, req, res, plan)),
  );
  router.get(
    '/page/:name/choices',
    withPlan(app, 'page', (req, res, plan) => answerChoices(app, req, res, plan)),
  );
}
