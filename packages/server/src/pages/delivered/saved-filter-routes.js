/** @import { App, Handler, Request, Routes } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @import { View } from '@plinth/plugin' */
import { readJson } from '../../http/body/json-body.js';
import { withPlan } from './open-plan.js';

/** Small by nature: a name, some conditions, some columns. */
const MAX_BYTES = 32 * 1024;

/** What the menu of saved filters says. */
const TEXTS = [
  ...['mine', 'shared', 'none', 'save', 'name', 'share', 'update', 'rename', 'default', 'undefault', 'delete', 'sure'],
  ...['more', 'failed', 'overwrite', 'updateOne'],
];

/** What their tabs say. */
const TABS = ['all', 'more', 'save'];

/**
 * What each person keeps about a list: saved filters, columns. Asked for by a script, since the list itself is the same
 * for everyone of the same roles.
 *
 * @param {App} app @param {Routes} router
 */
export function savedFilterRoutes(app, router) {
  const { filters, settings } = app.data.lists;
  /** @param {(req: Request, view: View, plan: Plan) => Promise<unknown>} answer @returns {Handler} */
  const forView = (answer) =>
    withPlan(app, 'view', async (req, res, plan) => {
      const made = await answer(req, req.ctx.catalog.view(req.params.name), plan);
      if (made === undefined) res.writeHead(204).end();
      else res.json(made);
    });
  const body = (/** @type {Request} */ req) => readJson(req, { maxBytes: MAX_BYTES });

  router.get(
    '/view/:name/saved',
    forView(async ({ ctx: { actor, t } }, view, plan) => {
      const [saved, own] = await Promise.all([filters.list(actor, view), settings.get(actor, view)]);
      // A filter by a field that its reader may not read would tell of the field.
      const shown = saved.filter((/** @type {{ query: string }} */ { query }) => !plan.hides(query, actor));
      const words = {
        saved: t('list.saved'),
        ...Object.fromEntries(TABS.map((name) => [name, t(`list.saved.${name}`)])),
      };
      const may = { mayShare: filters.mayShare(actor, view), mayKeep: actor.userId !== null };
      return { filters: shown, settings: own, ...may, words };
    }),
  );
  router.get(
    '/view/:name/saved/texts',
    forView(async ({ ctx: { t } }) => Object.fromEntries(TEXTS.map((name) => [name, t(`list.saved.${name}`)]))),
  );
  router.post(
    '/view/:name/saved',
    forView(async (req, view) => filters.create(req.ctx.actor, view, await body(req))),
  );
  router.patch(
    '/view/:name/saved/:id',
    forView(async (req, view) => filters.change(req.ctx.actor, view, req.params.id, await body(req))),
  );
  router.delete(
    '/view/:name/saved/:id',
    forView((req, view) => filters.remove(req.ctx.actor, view, req.params.id)),
  );
  router.patch(
    '/view/:name/list-settings',
    forView(async (req, view) => settings.set(req.ctx.actor, view, await body(req))),
  );
}
