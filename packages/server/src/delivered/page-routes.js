/** @import { App, Routes } from '../types.d.ts' */
import { answerChoices } from './choices.js';
import { deliver } from './deliver.js';
import { exportRows } from './export-rows.js';
import { withPlan } from './open-plan.js';
import { askAction, runAction } from './run-action.js';

/** A page: show it, run its actions, search choices. @param {App} app @param {Routes} router */
export function pageRoutes(app, router) {
  router.get(
    '/page/:name',
    withPlan(app, 'page', (req, res, plan) => deliver(app, req, res, plan)),
  );
  router.get(
    '/page/:name/act',
    withPlan(app, 'page', (req, res, plan) => askAction(app, req, res, plan)),
  );
  router.post(
    '/page/:name/act',
    withPlan(app, 'page', (req, res, plan) => runAction(app, req, res, plan)),
  );
  router.get(
    '/page/:name/choices',
    withPlan(app, 'page', (req, res, plan) => answerChoices(app, req, res, plan)),
  );

  for (const format of /** @type {const} */ (['csv', 'xlsx'])) {
    router.get(
      `/page/:name/export.${format}`,
      withPlan(app, 'page', (req, res, plan) => exportRows(app, req, res, plan, format)),
    );
  }
}
