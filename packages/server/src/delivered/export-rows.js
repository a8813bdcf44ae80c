/** @import { App, Request, Response } from '../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @import { ExportFormat } from '../http/send-export.js' */
import { notFound } from '../http/canonical-path.js';
import { sendExport } from '../http/send-export.js';
import { readerAgain } from '../identity/confirm-actor.js';
import { arrangedColumns } from './arranged-columns.js';

/**
 * GET …/export.csv and …/export.xlsx: all rows of a list as its address shows them, with its filters and order, and
 * the columns that its reader shows. `at` names the view on a page.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan @param {ExportFormat} format
 */
export async function exportRows(app, req, res, plan, format) {
  const { author, t } = req.ctx;
  const found = plan.exported({ at: req.query.get('at'), query: req.query, actor: req.ctx.actor });
  if (!found) throw notFound();
  const { spec, params } = found.query;
  const look = await app.data.lists.settings.get(req.ctx.actor, req.ctx.catalog.view(found.view));
  const columns = arrangedColumns(found.columns, look.columns);
  const search = spec.search?.param;
  const stream = await app.data.csv.export(author, {
    ...{ format, table: spec.table, labels: true, t },
    ...{ fields: columns.map(({ field }) => field), heads: columns.map(({ label }) => label) },
    ...(spec.where && { where: spec.where }),
    ...(spec.sort && { sort: [...spec.sort] }),
    ...(search && { search: /** @type {string} */ (params[search]), locale: spec.search?.locale }),
    ...{ params, again: readerAgain(app, req) },
  });
  await sendExport(app, req, res, { stream, name: plan.name, format });
}
