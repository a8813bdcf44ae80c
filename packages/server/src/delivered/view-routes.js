/** @import { App, Routes } from '../types.d.ts' */
import { notFound } from '../http/canonical-path.js';
import { deliver } from './deliver.js';
import { withPlan } from './open-plan.js';
import { runAction } from './run-action.js';
import { saveForm } from './save-form.js';

const CHOICES = 20;

/** A view by itself: shown, posted to, acted on, asked for choices. @param {App} app @param {Routes} router */
export function viewRoutes(app, router) {
  router.get(
    '/view/:name',
    withPlan(app, 'view', (req, res, plan) => deliver(app, req, res, plan)),
  );

  router.post(
    '/view/:name',
    withPlan(app, 'view', (req, res, plan) => saveForm(app, req, res, plan)),
  );

  router.post(
    '/view/:name/act',
    withPlan(app, 'view', (req, res, plan) => runAction(app, req, res, plan)),
  );

  router.get(
    '/view/:name/choices',
    withPlan(app, 'view', async (req, res, plan) => {
      const asked = plan.choices(req.query.get('field') ?? '');
      if (!asked) throw notFound();
      const search = req.query.get('q') ?? '';
      res.json(await app.data.rows.choices(req.ctx.actor, asked.table, asked.field, { search, limit: CHOICES }));
    }),
  );
}
