/** @import { AdminPage } from '../../frame/page.js' */
/** @import { Request } from '@plinth/server/types' */
import { address } from '@plinth/plugin';
import { buildAddress } from '../../objects/build-address.js';
import { partsFor, routed, shows } from '../../frame/index.js';

/** Opens a view on the site; one that shows a row opens with the first of its table, since without one it is no page. */
export const screen = {
  path: '/open',
  title: 'admin.nav.views',
  routes: routed({ 'GET /:view': shows(open) }),
};

/** @param {Request} req @returns {Promise<string | AdminPage>} */
async function open(req) {
  const { app, actor, catalog } = req.ctx;
  const view = catalog.view(req.params.view);
  if (view.table === null || view.template !== 'show') return address(`/view/${view.name}`, {});
  const spec = { table: view.table, select: [{ as: 'id', field: 'id' }], sort: [{ field: 'id' }], limit: 1 };
  const [{ rows }] = await app.data.select(actor, [{ spec, params: {} }]);
  return rows.length > 0 ? address(`/view/${view.name}`, { id: rows[0].id }) : withoutRows(req, view);
}

/** @param {Request} req @param {import('@plinth/plugin').View} view @returns {AdminPage} */
function withoutRows(req, { name, label, table }) {
  const { t, empty } = partsFor(req);
  return {
    title: label || name,
    crumbs: [
      { label: t('admin.nav.views'), url: '/admin/views' },
      { label: label || name, url: buildAddress('view', name) },
    ],
    body: empty(
      'layout-list',
      t('admin.views.noRow'),
      t('admin.views.noRowHelp', { table: req.ctx.catalog.table(table ?? '').label }),
    ),
  };
}
