import { adminPage } from '../../page.js';

/** @import { Table } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../../../types.d.ts' */
/** @import { AdminPage } from '../../page.js' */

const TABS = ['data', 'fields', 'views', 'access', 'rules', 'indexes', 'import', 'settings'];

/**
 * A screen of one table: its heading and its tabs around the template.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {Table} table
 * @param {Omit<AdminPage, 'title'> & { tab: string, title?: string }} page
 */
export function tablePage(app, req, res, table, { tab, title, ...page }) {
  const { t } = req.ctx;
  const here = tableUrl(table.name);
  const crumbs = [{ label: t('admin.nav.tables'), url: '/admin/tables' }];
  return adminPage(app, req, res, {
    crumbs: title ? [...crumbs, { label: table.label, url: tableUrl(table.name, tab) }] : crumbs,
    icon: table.icon || 'table',
    ...page,
    title: title ?? table.label,
    lead: title ? undefined : table.description,
    tabs: (table.system ? ['data', 'fields'] : TABS).map((name) => ({
      label: t(`admin.table.tab.${name}`),
      url: `${here}/${name}`,
      active: name === tab,
    })),
    model: { table, ...page.model },
  });
}

/** @param {string} table @param {string[]} steps */
export function tableUrl(table, ...steps) {
  return ['/admin/tables', table, ...steps].map((step, i) => (i ? encodeURIComponent(step) : step)).join('/');
}
