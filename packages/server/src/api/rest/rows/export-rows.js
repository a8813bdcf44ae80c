/** @import { App, Request, Response } from '../../../types.d.ts' */
/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { ListQuery } from './read-query.js' */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createFittingPages } from '@plinth/data';
import { waitToExport } from '../../../http/requests/in-share.js';
import { readerAgain } from '../../../http/identity/confirm-actor.js';
import { columnsOf } from './columns.js';
import { fieldNames } from './field-names.js';
import { nest } from './nest.js';
import { invalidQuery } from './read-query.js';
import { sortOf, whereOf } from './shapes.js';

const PAGE = 500;
/** Options that an export does not accept. */
const REFUSED = ['limit', 'after', 'before', 'count', 'group', 'aggregate', 'q'];

/** @param {Request} req @returns {'csv' | 'ndjson' | null} */
export function wantedExport(req) {
  const accept = req.headers.accept ?? '';
  if (accept.includes('application/x-ndjson')) return 'ndjson';
  return accept.includes('text/csv') ? 'csv' : null;
}

/**
 * All rows of a list, streamed page by page: memory use stays constant, and a slow reader holds no database snapshot,
 * which would block vacuuming. The actor is checked again for each page, so an ended login or right ends the stream.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Table} table @param {ListQuery} query
 * @param {'csv' | 'ndjson'} format
 */
export async function exportRows(app, req, res, table, query, format) {
  const { options, params } = query;
  const strange = REFUSED.find((name) => options[name] !== undefined);
  if (strange) throw invalidQuery(strange);
  await waitToExport(app, req, res);
  const stream =
    format === 'ndjson' ? await ndjson(app, req, table, query) : await csv(app, req, table, { options, params }, query);
  res.writeHead(200, {
    'content-type': format === 'ndjson' ? 'application/x-ndjson; charset=utf-8' : 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${table.name}.${format}"`,
    'cache-control': 'private, no-store',
    vary: 'Accept, Authorization, Cookie',
  });
  if (req.method === 'HEAD') return void res.end();
  await pipeline(stream, res).catch((error) => {
    app.log.info('export interrupted', { request: req.ctx.id, table: table.name, error: String(error) });
    res.destroy();
  });
}

/** @param {App} app @param {Request} req @param {Table} table @param {Pick<ListQuery, 'options' | 'params'>} asked @param {ListQuery} query */
function csv(app, req, table, { options, params }, query) {
  if (options.expand !== undefined) throw invalidQuery('expand');
  const again = readerAgain(app, req);
  const names = options.fields?.split(',').map((name) => name.trim());
  const known = fieldNames(app, req.ctx.actor, table.name);
  const sort = sortOf(options.sort);
  return app.data.csv.export(req.ctx.author, {
    table: table.name,
    fields: names ?? known,
    where: whereOf(app, req, table, query),
    ...(sort.length > 0 && { sort }),
    params,
    names: true,
    again,
  });
}

/** @param {App} app @param {Request} req @param {Table} table @param {ListQuery} query */
async function ndjson(app, req, table, query) {
  const { actor } = req.ctx;
  const names = fieldNames(app, actor, table.name);
  const { select, shape } = columnsOf(app, req, table, names, query.options, PAGE);
  const sort = sortOf(query.options.sort);
  const where = whereOf(app, req, table, query);
  const spec = {
    table: table.name,
    strict: true,
    select,
    limit: PAGE,
    cursor: { after: 'after', before: 'before' },
    sort: sort.length > 0 ? sort : [{ field: 'id' }],
    ...(where && { where }),
  };
  const read = createFittingPages(app.data.select, spec);
  const page = (/** @type {Actor} */ reader, /** @type {string | null} */ after) =>
    read(reader, { ...query.params, after });
  const again = readerAgain(app, req);
  // The first page is read before the first byte is sent, so that errors still have their status.
  const first = await page(actor, null);
  async function* lines() {
    for (let at = first; ; at = await page(await again(), at.next)) {
      yield at.rows.map((row) => `${JSON.stringify(nest(row, shape))}\n`).join('');
      if (at.next === null) return;
    }
  }
  return Readable.from(lines());
}
