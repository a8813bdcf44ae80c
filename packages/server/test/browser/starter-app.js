/** @import { AppDocument } from '@plinth/plugin' */
import { readFile, readdir } from 'node:fs/promises';

const FOLDER = new URL('../../../../plugins/starter-apps/apps/', import.meta.url);

/** Names of all starter apps. */
export const STARTER_APPS = (await readdir(FOLDER)).map((file) => file.replace(/\.json$/, '')).sort();

/** @param {string} name @returns {Promise<AppDocument>} */
export async function starterApp(name) {
  return JSON.parse(await readFile(new URL(`${name}.json`, FOLDER), 'utf8'));
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
