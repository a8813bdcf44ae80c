/** @import { Catalog } from '@plinth/plugin' */

/**
 * Where the admin opens a view or page of the site. What shows one row is a page with one only, so the server looks for
 * the first.
 *
 * @param {Pick<Catalog, 'view'>} catalog @param {'view' | 'page'} kind @param {string} name
 */
export const openAddress = (catalog, kind, name) =>
  kind === 'view' && catalog.view(name).template === 'show' ? `/admin/open/${name}` : `/${kind}/${name}`;
