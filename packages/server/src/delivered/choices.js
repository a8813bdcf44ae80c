/** @import { App, Request, Response } from '../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
import { notFound } from '../http/canonical-path.js';

const MOST = 20;

/**
 * GET …/choices?field=&q=: what a control of the view or page may be set to, for search as one types. Only fields that
 * have such a control there, one that the asker may see, can be asked about.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function answerChoices(app, req, res, plan) {
  const asked = plan.choices(req.query.get('field') ?? '', req.ctx.actor);
  if (!asked) throw notFound();
  const search = req.query.get('q') ?? '';
  res.json(await app.data.rows.choices(req.ctx.actor, asked.table, asked.field, { search, limit: MOST }));
}
