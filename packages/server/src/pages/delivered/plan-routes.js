/** @import { App, Routes } from '../../types.d.ts' */
import { answerChoices } from './choices.js';
import { deliver } from './deliver.js';
import { exportRows } from './export-rows.js';
import { withPlan } from './open-plan.js';
import { wantsOtherEyes } from '../../http/identity/viewing-as.js';
import { pageOpened } from './page-opened.js';
import { askAction, runAction } from './run-action.js';

/**
 * What pages and views have in common: show them, run their actions, search choices, export rows.
 *
 * @param {App} app @param {Routes} router @param {'view' | 'page'} kind
 */
export function planRoutes(app, router, kind) {
  router.get(
    `/${kind}/:name`,
    withPlan(app, kind, async (req, res, plan) => {
      await deliver(app, req, res, plan);
      const { user } = req.ctx;
      if (kind === 'page' && !wantsOtherEyes(req)) pageOpened(app, req, res, req.params.name, user?.id ?? null);
    }),
  );
  router.get(
    `/${kind}/:name/act`,
    withPlan(app, kind, (req, res, plan) => askAction(app, req, res, plan)),
  );
  router.post(
    `/${kind}/:name/act`,
    withPlan(app, kind, (req, res, plan) => runAction(app, req, res, plan)),
  );
  router.get(
    `/${kind}/:name/choices`,
    withPlan(app, kind, (req, res, plan) => answerChoices(app, req, res, plan)),
  );

  for (const format of /** @type {const} */ (['csv', 'xlsx', 'pdf'])) {
    router.get(
      `/${kind}/:name/export.${format}`,
      withPlan(app, kind, (req, res, plan) => exportRows(app, req, res, plan, format)),
    );
  }
}
