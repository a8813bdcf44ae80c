import { errorText } from '@plinth/plugin';
import { ask, deletionQuestion, goOn } from '@plinth/server/pages';
import { wantsJson } from '@plinth/server/http';
import { adminPage } from '../../frame/page.js';
import { routed, tries } from '../../frame/index.js';
import { foundIds } from './found-rows.js';
import { tableOf, tablePage, tableUrl } from './table-page.js';

/** @import { Form, Request, Response } from '../../types.d.ts' */

/** Deleting rows: one from its page, those selected in the grid, or all that a search found. */
export const screen = {
  path: '/tables',
  title: 'admin.grid.deleteChosen',
  first: true,
  routes: routed({
    'GET /:table/data/delete': (req, res) => question(req, res),
    'POST /:table/data/delete': tries(remove, (req, form) => backOf(req, form.get('query'))),
  }),
};

/** The grid as it was. @param {Request} req @param {string | null} query */
const backOf = (req, query) => tableUrl(tableOf(req).name, 'data') + (query ?? '');

/** @param {Request} req @param {Response} res */
async function question(req, res) {
  const { query, ctx } = req;
  const table = tableOf(req);
  const found = query.get('query') ?? '';
  const ids = query.has('all')
    ? await foundIds(ctx.app, req, table, found, Number(query.get('all')))
    : query.getAll('id');
  const back = backOf(req, found);
  if (ids.length === 0) {
    const title = ctx.t('admin.grid.chooseRows');
    if (wantsJson(req)) return res.json({ title, lines: [], button: '', possible: false });
    res.flash(title, 'danger');
    return res.redirect(back);
  }
  const asked = await deletionQuestion(req, table, ids);
  const fields = /** @type {[string, string][]} */ (
    [...query].filter(([name]) => ['id', 'all', 'query'].includes(name))
  );
  return ask(req, res, asked, { action: tableUrl(table.name, 'data', 'delete'), fields, back }, ({ title, body }) =>
    adminPage(req, res, tablePage(req, table, { tab: 'data', title, body })),
  );
}

/** @param {Request} req @param {Form} form @param {Response} res */
async function remove(req, form, res) {
  const { app, t } = req.ctx;
  const table = tableOf(req);
  const query = form.get('query') ?? '';
  const ids = form.has('all') ? await foundIds(app, req, table, query, Number(form.get('all'))) : form.all('id');
  const { done, errors, deletion } = await app.data.rows.removeMany(req.ctx.changing(), table.name, ids);
  const note =
    errors.length === 0
      ? undefined
      : `${t('admin.grid.notDeleted', { count: errors.length })} ${errorText(errors[0].error, t).message}`;
  goOn(req, res, { table, rows: done.length, deletion, next: backOf(req, query), plain: form.has('plain'), note });
}
