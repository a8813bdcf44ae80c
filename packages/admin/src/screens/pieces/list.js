import { html } from '@plinth/plugin';
import { buildAddress } from '../../objects/build-address.js';
import { pageOf, partsFor, routed, shows } from '../../frame/index.js';

/** @import { AdminPage, Request } from '../../types.d.ts' */

/** All saved pieces. */
export const screen = {
  path: '/pieces',
  title: 'admin.nav.pieces',
  nav: { section: /** @type {const} */ ('build'), icon: 'puzzle', order: 35 },
  routes: routed({ 'GET /': shows(show) }),
};

/** @param {Request} req @returns {AdminPage} */
function show(req) {
  const { t, catalog } = req.ctx;
  const { empty, search, table, named, more } = partsFor(req);
  const q = req.query.get('q');
  const found = pageOf(req, catalog.pieces, (piece) => `${piece.name} ${piece.label}`);
  const labelOf = (/** @type {string} */ name) => (catalog.hasTable(name) ? catalog.table(name).label : name);
  const list = table(
    t('admin.nav.pieces'),
    [
      {
        label: t('admin.kind.piece'),
        cell: (piece) => named(buildAddress('piece', piece.name), piece.label || piece.name, piece.name),
      },
      { label: t('admin.kind.table'), cell: (piece) => (piece.table ? labelOf(piece.table) : ''), folds: true },
      {
        label: t('admin.pieces.params'),
        cell: ({ params }) => [...new Set(params.map(({ name, label }) => label || name))].join(', '),
        folds: true,
      },
    ],
    found.items,
  );
  return {
    title: t('admin.nav.pieces'),
    lead: t('admin.pieces.lead'),
    body: html`${(found.items.length > 12 || q || found.more) && search(t('admin.filter'))}${
      found.items.length === 0
        ? empty('puzzle', t(q ? 'admin.nothingFound' : 'admin.pieces.empty'), q ? '' : t('admin.pieces.emptyHelp'))
        : html`${list}${more(found.more)}`
    }`,
  };
}
