/** @import { Row } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
import { AppError, asksFirst } from '@plinth/plugin';
import { undoOffer, writesRowsOnly } from '../undo/undo-offer.js';
import { exactText } from '../deletions/question.js';
import { askFirst, nothingAsked, onlyAsks } from './ask-first.js';
import { notFound } from '../../http/requests/canonical-path.js';
import { localUrl } from '../../http/requests/local-url.js';
import { inputOf } from './run-action.js';
import { placedOn } from './placed-on.js';
import { leftBy, leftText, nameOf } from './left-rows.js';
import { chosenByForm, chosenRows, tableShown } from './shown-rows.js';

/** Rows that an action works on at the same time. */
const TOGETHER = 25;

/**
 * POST /view/:name/act-on-rows: runs the action of one column of a list on several rows, with the rights that it has on
 * each of them; says which were left and why.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan
 */
export async function actOnRows(app, req, res, plan) {
  const form = await req.form();
  const { actor, t } = req.ctx;
  const node = form.get('node') ?? '';
  const offered = plan.selecting?.actions.find((one) => one.node === node);
  const placed = offered ? plan.action(node, actor) : null;
  if (!offered || !placed) throw notFound();
  const table = tableShown(req, plan);
  const rows = await chosenRows(app, req, plan, chosenByForm(form), [...nameOf(req, table), ...placed.select]);
  const shown = rows.filter((row) => placed.isShown(row));
  if (shown.length === 0) throw notFound();
  const { action, config } = placed;
  const [{ id: first }] = shown;
  if (asksFirst(app.registry, placed) && (await askFirst(app, req, res, { action, config, table, id: first, form })))
    return undefined;
  if (onlyAsks(form)) return nothingAsked(res);
  const input = inputOf(form);
  /** @type {{ row: Row, error: AppError }[]} */
  const errors = [];
  for (let i = 0; i < shown.length; i += TOGETHER)
    await Promise.all(
      shown.slice(i, i + TOGETHER).map(async (row) => {
        const { id } = row;
        try {
          await app.data.actions.run(req.ctx.changing(), {
            action,
            config,
            table: table.name,
            id,
            input,
            isRead: true,
            shown: (/** @type {Request['ctx']['select']} */ ask) => placedOn(req, plan, { node, id: String(id) }, ask),
          });
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          errors.push({ row, error });
        }
      }),
    );
  const what = (/** @type {number} */ count) => exactText(req, table, count);
  const done = shown.length - errors.length;
  const parts = [
    done > 0 && t('delivered.rows.acted', { action: offered.label, what: what(done) }),
    leftText(req, table, leftBy(errors, req)),
  ];
  const undo = writesRowsOnly(app.registry, placed) ? await undoOffer(req) : null;
  res.flash(parts.filter(Boolean).join('. '), errors.length > 0 ? 'danger' : 'success', { undo });
  return res.redirect(localUrl(form.get('return'), '/'));
}
