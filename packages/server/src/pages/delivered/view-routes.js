/** @import { App, Routes } from '../../types.d.ts' */
import { describeCells, saveCells } from '../cells/index.js';
import { addFiles } from './add-files.js';
import { actOnRows } from './act-on-rows.js';
import { cellsOf } from './cells-of.js';
import { askChange, changeRows } from './change-rows.js';
import { askDeleteRows, deleteRows } from './delete-rows.js';
import { withPlan } from './open-plan.js';
import { saveForm } from './save-form.js';
import { tellsChange } from './tells-change.js';

/** What only views have: save the form, edit cells, change and delete rows. @param {App} app @param {Routes} router */
export function viewRoutes(app, router) {
  router.post(
    '/view/:name',
    withPlan(app, 'view', (req, res, plan) => saveForm(app, req, res, plan)),
  );
  router.get(
    '/view/:name/cells',
    withPlan(app, 'view', (req, res, plan) => describeCells(app, req, res, cellsOf(app, req, plan))),
  );
  router.post(
    '/view/:name/cells',
    withPlan(app, 'view', (req, res, plan) => saveCells(app, req, res, cellsOf(app, req, plan))),
  );
  router.post(
    '/view/:name/files',
    withPlan(app, 'view', (req, res, plan) => addFiles(app, req, res, plan)),
  );
  router.get(
    '/view/:name/change',
    withPlan(
      app,
      'view',
      tellsChange((req, res, plan) => askChange(app, req, res, plan)),
    ),
  );
  router.post(
    '/view/:name/change',
    withPlan(app, 'view', (req, res, plan) => changeRows(app, req, res, plan)),
  );
  router.post(
    '/view/:name/act-on-rows',
    withPlan(
      app,
      'view',
      tellsChange((req, res, plan) => actOnRows(app, req, res, plan)),
    ),
  );
  router.get('/view/:name/delete', withPlan(app, 'view', tellsChange(askDeleteRows)));
  router.post('/view/:name/delete', withPlan(app, 'view', tellsChange(deleteRows)));
}
