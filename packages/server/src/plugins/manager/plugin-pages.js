/** @import { App, Handler } from '../../types.d.ts' */
/** @import { Catalog, Page, Plugin } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';
import { deliver } from '../../pages/delivered/deliver.js';
import { admits, refuse } from '../../http/requests/require-role.js';

/**
 * Pages of plugins are delivered like any other page, under /plugin/<name>/<page>. For that, each Catalog is extended
 * with them once, and its plans are cached with it.
 *
 * @param {App} app
 */
export function createPluginPages(app) {
  const pages = new Map(app.registry.plugins.flatMap((plugin) => ownPages(plugin).map((page) => [page.name, page])));
  /** @type {(catalog: Catalog) => Catalog} */
  const withPages = memoize((catalog) =>
    Object.create(catalog, {
      pages: { value: [...catalog.pages, ...pages.values()] },
      hasPage: { value: (/** @type {string} */ name) => pages.has(name) || catalog.hasPage(name) },
      page: { value: (/** @type {string} */ name) => pages.get(name) ?? catalog.page(name) },
    }),
  );

  return {
    /** @param {Plugin} plugin */
    of: (plugin) => ownPages(plugin).map(({ name }) => ({ name, path: name.split('/')[1] })),
    /** @param {string} name @returns {Handler} */
    handler: (name) => async (req, res, next) => {
      const { actor, catalog, locale, timeZone } = req.ctx;
      const page = /** @type {Page} */ (pages.get(name));
      if (!admits(actor, page.roles)) return refuse(req, res, next);
      await deliver(app, req, res, app.views.plans(withPages(catalog)).page(name, locale, timeZone));
    },
  };
}

/** Prefixed, so that their names can't be those of the site's own pages. @param {Plugin} plugin @returns {Page[]} */
function ownPages(plugin) {
  return (plugin.pages ?? []).map((page) => {
    const name = `${plugin.name}/${page.name}`;
    return { ...page, id: name, name, app: null };
  });
}
