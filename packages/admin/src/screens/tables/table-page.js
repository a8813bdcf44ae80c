/** @import { Table } from '@plinth/plugin' */
/** @import { ListScreen } from '../../frame/list-screen.js' */
/** @import { AdminPage, Request } from '../../types.d.ts' */

/** The tabs, and where the documentation tells of each. */
const HELP = {
  data: 'guide/tables',
  fields: 'guide/tables#field-types',
  views: 'guide/views',
  access: 'guide/rights-and-history#rights-on-rows',
  rules: 'guide/tables#rules',
  automation: 'guide/automation#triggers',
  indexes: 'guide/tables#indexes',
  import: 'guide/apps#csv-and-excel',
  settings: 'guide/tables#changing-things-later',
};
const TABS = Object.keys(HELP);

/** The table in an address. @param {Request} req @returns {Table} */
export const tableOf = ({ ctx: { catalog }, params }) => catalog.table(params.table);

/**
 * A screen of one table: its heading and its tabs around the template.
 *
 * @param {Request} req @param {Table} table @param {Omit<AdminPage, 'title'> & { tab: string, title?: string }} page
 * @returns {AdminPage}
 */
export function tablePage({ ctx: { t } }, table, { tab, title, ...page }) {
  const here = tableUrl(table.name);
  const crumbs = [{ label: t('admin.nav.tables'), url: '/admin/tables' }];
  return {
    icon: table.icon || 'table',
    ...page,
    crumbs: title ? [...crumbs, { label: table.label, url: tableUrl(table.name, tab) }] : crumbs,
    title: title ?? table.label,
    lead: title ? undefined : table.description,
    help: HELP[/** @type {keyof typeof HELP} */ (tab)],
    tabs: (table.system ? ['data', 'fields'] : TABS).map((name) => ({
      label: t(`admin.table.tab.${name}`),
      url: `${here}/${name}`,
      active: name === tab,
    })),
    model: { table, ...page.model },
  };
}

/** @param {string} table @param {string[]} steps */
export function tableUrl(table, ...steps) {
  return ['/admin/tables', table, ...steps].map((step, i) => (i ? encodeURIComponent(step) : step)).join('/');
}

/** A list that is a tab of a table. @template T @param {string} tab @param {Omit<ListScreen<T>, 'title'>} list @returns {ListScreen<T>} */
export const tableList = (tab, list) => ({
  at: `/:table/${tab}`,
  title: `admin.table.tab.${tab}`,
  within: (req, { title, ...page }) => tablePage(req, tableOf(req), { ...page, tab }),
  ...list,
});
