/** @import { App, Routes } from '../types.d.ts' */
import { answerChoices } from './choices.js';
import { askDeleteRows, deleteRows } from './delete-rows.js';
import { deliver } from './deliver.js';
import { exportRows } from './export-rows.js';
import { withPlan } from './open-plan.js';
import { askAction, runAction } from './run-action.js';
import { saveForm } from './save-form.js';

/** A view: show it, save its form, run its actions, delete rows, search choices. @param {App} app @param {Routes} router */
export function viewRoutes(app, router) {
  router.get(
    '/view/:name',
    withPlan(app, 'view', (req, res, plan) => deliver(app, req, res, plan)),
  );
  router.post(
    '/view/:name',
    withPlan(app, 'view', (req, res, plan) => saveForm(app, req, res, plan)),
  );
  router.get(
    '/view/:name/act',
    withPlan(app, 'view', (req, res, plan) => askAction(app, req, res, plan)),
  );
  router.post(
    '/view/:name/act',
    withPlan(app, 'view', (req, res, plan) => runAction(app, req, res, plan)),
  );

  router.get(
    '/view/:name/delete',
    withPlan(app, 'view', (req, res, plan) => askDeleteRows(req, res, plan)),
  );
  router.post(
    '/view/:name/delete',
    withPlan(app, 'view', (req, res, plan) => deleteRows(req, res, plan)),
  );
  router.get(
    '/view/:name/choices',
    withPlan(app, 'view', (req, res, plan) => answerChoices(app, req, res, plan)),
  );

  for (const format of /** @type {const} */ (['csv', 'xlsx'])) {
    router.get(
      `/view/:name/export.${format}`,
      withPlan(app, 'view', (req, res, plan) => exportRows(app, req, res, plan, format)),
    );
  }
}
