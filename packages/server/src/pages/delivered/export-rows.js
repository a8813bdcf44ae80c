/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { QuerySpec, Sort } from '@plinth/plugin' */
/** @import { Plan } from '@plinth/views' */
/** @import { ExportFormat } from '../../http/requests/send-export.js' */
import { Readable } from 'node:stream';
import { notFound } from '../../http/requests/canonical-path.js';
import { waitToExport } from '../../http/requests/in-share.js';
import { sendExport } from '../../http/requests/send-export.js';
import { readerAgain } from '../../http/identity/confirm-actor.js';
import { arrangedColumns } from './arranged-columns.js';

/**
 * GET …/export.csv, …/export.xlsx and …/export.pdf: all rows of a list as its address shows them, with its filters and order, and
 * the columns that its reader shows. `at` names the view on a page.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan @param {ExportFormat} format
 */
export async function exportRows(app, req, res, plan, format) {
  await waitToExport(app, req, res);
  const { author, t, formats } = req.ctx;
  const found = plan.exported({ at: req.query.get('at'), query: req.query, actor: req.ctx.actor });
  if (!found) return exportDetail(app, req, res, plan, format);
  const { spec, params } = found.query;
  const look = await app.data.lists.settings.get(req.ctx.actor, req.ctx.catalog.view(found.view));
  const columns = arrangedColumns(found.columns, look.columns);
  const search = spec.search?.param;
  const stream = await app.data.csv.export(author, {
    format,
    table: /** @type {string} */ (spec.table),
    labels: true,
    t,
    look: { title: found.label || plan.name, formats },
    fields: columns.map(({ field }) => field),
    heads: columns.map(({ label }) => label),
    pictures: columns.map(({ pictures }) => pictures),
    ...(spec.where && { where: spec.where }),
    sort: [...groupedBy(app, req, spec), ...(spec.sort ?? [])],
    ...(search && { search: /** @type {string} */ (params[search]), locale: spec.search?.locale }),
    params,
    again: readerAgain(app, req),
  });
  await sendExport(app, req, res, { stream, name: plan.name, format });
}

/**
 * GET …/export.pdf of a detail view: its row on paper, in a file with its title.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Plan} plan @param {ExportFormat} format
 */
async function exportDetail(app, req, res, plan, format) {
  const { author, actor, formats } = req.ctx;
  const isView = format === 'pdf' && !req.query.has('at');
  const found = isView ? plan.described({ query: req.query, actor }) : null;
  const made = found && (await app.data.details.pdf(author, { ...found, formats }));
  if (!made) throw notFound();
  await sendExport(app, req, res, {
    stream: Readable.from([made.data]),
    name: made.name,
    format,
  });
}

/** The rows of a group stand together in a file, too. @param {App} app @param {Request} req @param {QuerySpec} spec @returns {Sort[]} */
function groupedBy({ registry }, { ctx }, { table, parts }) {
  const of = parts && table ? ctx.catalog.table(table) : null;
  const fields = parts?.by.filter((name) => of && registry.fieldType(of.field(name).type).sortable) ?? [];
  return fields.map((field) => ({ field }));
}
