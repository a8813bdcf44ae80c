/** @import { AppDocument } from '@plinth/plugin' */
import { readFile } from 'node:fs/promises';

export const STARTER_APPS = ['forum', 'issue-tracker', 'inventory', 'crm', 'landing-page', 'benchmark-dashboard'];

/** @param {string} name @returns {Promise<AppDocument>} */
export async function starterApp(name) {
  const address = new URL(`../../../../plugins/starter-apps/apps/${name}.json`, import.meta.url);
  return JSON.parse(await readFile(address, 'utf8'));
}

/**
 * Every address that the app's pages and views have: forms empty and filled, pages of one row with its first row.
 *
 * @param {any} server a test server with that app on it
 */
export async function addressesOf(server) {
  const { pages, views } = server.data.catalog();
  const addresses = pages.map((/** @type {any} */ page) => `/page/${page.name}`);
  for (const view of views) {
    if (['list', 'list_show', 'feed', 'filter', 'edit', 'chart', 'board'].includes(view.template))
      addresses.push(`/view/${view.name}`);
    if (!['show', 'edit'].includes(view.template)) continue;
    const spec = { table: view.table, select: [], limit: 1 };
    const [{ rows }] = await server.data.select(server.system, [{ spec, params: {} }]);
    if (rows[0]) addresses.push(`/view/${view.name}?id=${rows[0].id}`);
  }
  return addresses;
}
