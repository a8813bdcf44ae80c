/** @import { App, Routes } from '../types.d.ts' */
import { askDeleteRows, deleteRows } from './delete-rows.js';
import { withPlan } from './open-plan.js';
import { saveForm } from './save-form.js';

/** What only views have: save the form, delete rows. @param {App} app @param {Routes} router */
export function viewRoutes(app, router) {
  router.post(
    '/view/:name',
    withPlan(app, 'view', (req, res, plan) => saveForm(app, req, res, plan)),
  );
  router.get(
    '/view/:name/delete',
    withPlan(app, 'view', (req, res, plan) => askDeleteRows(req, res, plan)),
  );
  router.post(
    '/view/:name/delete',
    withPlan(app, 'view', (req, res, plan) => deleteRows(req, res, plan)),
  );
}
