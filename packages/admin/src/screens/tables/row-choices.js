import { routed } from '../../frame/index.js';
import { rowsToTry } from '../../objects/rows-to-try.js';
import { tableOf } from './table-page.js';

/** @import { Request, Response } from '../../types.d.ts' */

/** Rows of a table by words or their key, for controls that look for one while somebody types. */
export const screen = {
  path: '/tables',
  title: 'admin.row.one',
  routes: routed({ 'GET /:table/rows-to-try': choices }),
};

/** @param {Request} req @param {Response} res */
async function choices(req, res) {
  res.json({ choices: await rowsToTry(req, tableOf(req).name, req.query.get('q') ?? '') });
}
