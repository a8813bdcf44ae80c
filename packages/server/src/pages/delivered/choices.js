/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
import { notFound } from '../../http/requests/canonical-path.js';

const MOST = 20;

/**
 * GET …/choices?field=&q=: the choices of a control of the view or page, for search as you type; with keys=1,2 those of
 * certain rows. Only for fields with such a control that the user may see.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function answerChoices(app, req, res, plan) {
  const asked = plan.choices(req.query.get('field') ?? '', req.ctx.actor);
  if (!asked) throw notFound();
  const search = req.query.get('q') ?? '';
  const keys = req.query.get('keys')?.split(',').slice(0, MOST);
  res.json(await app.data.rows.choices(req.ctx.actor, asked.table, asked.field, { search, limit: MOST, keys }));
}
