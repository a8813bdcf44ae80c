/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { Table } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { exportRows, wantedExport } from './export-rows.js';
import { nest } from './nest.js';
import { invalidQuery, readQuery } from './read-query.js';
import { sendRow } from './send-row.js';
import { createShapes } from './shapes.js';

/** Reading by a question of the caller's own. @param {App} app */
export function createLists(app) {
  const shapes = createShapes();

  /** @param {Request} req @param {Table} table */
  async function find(req, table) {
    const query = readQuery(req.query);
    const { fields, expand, ...rest } = query.options;
    const strange = Object.keys(rest)[0] ?? query.conditions[0]?.name;
    if (strange !== undefined) throw invalidQuery(strange);
    const conditions = [{ name: 'id', path: 'id', op: 'eq', param: 'id' }];
    const shape = shapes.of(app, req, table, { conditions, options: { fields, expand, limit: '1' }, params: {} });
    const [{ rows }] = await app.data.select(req.ctx.actor, [{ spec: shape.spec, params: { id: req.params.id } }]);
    return rows.length > 0 ? nest(rows[0], shape.shape) : null;
  }

  return {
    /** GET of a table's rows, or of groups of them. @param {Request} req @param {Response} res @param {Table} table */
    async list(req, res, table) {
      const query = readQuery(req.query);
      const format = wantedExport(req);
      if (format) return exportRows(app, req, res, table, query, format);
      const shape = shapes.of(app, req, table, query);
      const [result] = await app.data.select(req.ctx.actor, [{ spec: shape.spec, params: query.params }]);
      const link = linksOf(req, result);
      if (link) res.setHeader('link', link);
      res.json(answerOf(result, shape));
    },

    /** GET of one row with `fields` or `expand`. @param {Request} req @param {Response} res @param {Table} table */
    async one(req, res, table) {
      const row = await find(req, table).catch((error) => {
        // A key that can't be one leads to no row.
        if (error instanceof AppError && error.code === 'FILTER_INVALID') return null;
        throw error;
      });
      if (!row) throw new AppError('ROW_NOT_FOUND', 'This row does not exist', { status: 404 });
      sendRow(req, res, row);
    },
  };
}

/** @param {import('@plinth/plugin').Result} result @param {import('./shapes.js').Shape} shape */
function answerOf({ rows, count, totals, next, previous }, shape) {
  if (shape.groups) return { rows: rows.map(({ id: _, ...group }) => group), more: count === null };
  return {
    rows: rows.map((row) => nest(row, shape.shape)),
    ...(count !== null && { count: Number(count) }),
    ...(totals && { totals }),
    ...{ next, previous },
  };
}

/** @param {Request} req @param {{ next: string | null, previous: string | null }} result */
function linksOf(req, { next, previous }) {
  /** @param {'after' | 'before'} name @param {string | null} cursor @param {string} rel */
  const link = (name, cursor, rel) => {
    if (cursor === null) return [];
    const query = new URLSearchParams(req.query);
    query.delete('after');
    query.delete('before');
    query.set(name, cursor);
    return [`<${req.path}?${query}>; rel="${rel}"`];
  };
  return [...link('after', next, 'next'), ...link('before', previous, 'prev')].join(', ');
}
