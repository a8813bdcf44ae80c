/** @import { Node, PageDraft, Table } from '@plinth/plugin' */
import { definePageTemplate, node } from '@plinth/plugin';

/** More cards than this are a menu, not a welcome. */
const MOST_CARDS = 6;

/** A home page that leads to each table's rows. */
export const portal = definePageTemplate({
  name: 'portal',
  order: 40,
  label: 'pt.portal',
  icon: 'home',
  description: 'pt.portal.description',
  needsTable: false,
  compose(page) {
    const { title, t, catalog } = page;
    const tables = catalog.tables.filter(({ system }) => !system).slice(0, MOST_CARDS);
    const cards = tables.map((table) => node('column', { width: 4, tablet: 6 }, [card(page, table)]));
    return node('stack', { gap: '4' }, [
      node('container', { background: 'glow', padding: '4', radius: '3', gap: '2' }, [
        node('heading', { text: title, level: '1', size: 'display' }),
        node('text', { text: t('pt.portal.welcome'), style: 'lead' }),
      ]),
      ...(cards.length ? [node('columns', {}, cards)] : []),
    ]);
  },
});

/** @param {PageDraft} page @param {Table} table @returns {Node} */
function card({ t, view }, table) {
  const list = view('list', { table });
  return node('card', { title: table.label, icon: table.icon || 'table', to: 'view', view: list }, [
    node('text', { text: table.description || t('pt.portal.open', { table: table.label }), style: 'muted' }),
    node('number_tile', { table: table.name, title: t('pt.portal.count'), frame: 'plain' }),
  ]);
}
