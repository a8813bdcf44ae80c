import { describeCells, saveCells } from '@plinth/server/pages';
import { routed } from '../../frame/index.js';
import { editedFields } from './cells.js';
import { tableOf } from './table-page.js';

/** @import { Request } from '../../types.d.ts' */
/** @import { Target } from '@plinth/server/pages' */

/** The cells of the data grid, as its script reads and writes them. */
export const screen = {
  path: '/tables',
  title: 'admin.grid.cells',
  routes: routed({
    'GET /:table/cells': (req, res) => describeCells(req.ctx.app, req, res, targetOf(req)),
    'POST /:table/cells': (req, res) => saveCells(req.ctx.app, req, res, targetOf(req)),
  }),
};

/** @param {Request} req @returns {Target} */
function targetOf(req) {
  const table = tableOf(req);
  return { table, fields: editedFields(req.ctx.app, table) };
}
