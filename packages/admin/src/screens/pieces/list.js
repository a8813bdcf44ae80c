import { buildAddress } from '../../objects/build-address.js';
import { column, listScreen, routed } from '../../frame/index.js';

/** All saved pieces. */
export const screen = {
  path: '/pieces',
  title: 'admin.nav.pieces',
  help: 'guide/builder#editing',
  nav: { section: /** @type {const} */ ('build'), icon: 'puzzle', order: 35 },
  routes: routed(
    listScreen({
      title: 'admin.nav.pieces',
      lead: 'admin.pieces.lead',
      icon: 'puzzle',
      empty: 'admin.pieces.empty',
      of: ({ ctx: { catalog } }) => catalog.pieces,
      words: ({ name, label }) => `${name} ${label}`,
      columns: ({ ctx: { catalog } }, { named }) => [
        column('admin.kind.piece', ({ name, label }) => named(buildAddress('piece', name), label || name, name)),
        column('admin.kind.table', ({ table }) =>
          table && catalog.hasTable(table) ? catalog.table(table).label : table,
        ),
        column('admin.pieces.params', ({ params }) =>
          [...new Set(params.map(({ name, label }) => label || name))].join(', '),
        ),
      ],
    }),
  ),
};
