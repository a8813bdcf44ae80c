/** @import { Request } from '../../types.d.ts' */
import { mayOpen, mayUseView } from '@plinth/plugin';

/**
 * Something that can be opened by its address.
 *
 * @typedef {{ kind: string, label: string, detail: string, icon: string, url: string }} Place
 */

/** Views of one row need a row to show. */
const NEEDS_ROW = ['show'];

/**
 * The pages, views and (for admins) admin screens and tables that the caller may open.
 *
 * @param {Request} req @returns {Promise<Place[]>}
 */
export async function placesFor(req) {
  const { app, actor, isAdmin, t, locale } = req.ctx;
  const catalog = app.views.localCatalog(req.ctx.catalog, locale);
  const pages = catalog.pages
    .filter(({ roles }) => mayOpen(roles, actor))
    .map(({ name, title }) => ({
      kind: 'page',
      label: title || name,
      detail: t('search.kind.page'),
      icon: 'file-text',
      url: req.ctx.env.pageUrl(name),
    }));
  const views = catalog.views
    .filter((view) => !NEEDS_ROW.includes(view.template) && mayUseView(catalog, view, actor))
    .map(({ name, label, template }) => ({
      kind: 'view',
      label: label || name,
      detail: t('search.kind.view'),
      icon: iconOf(app, template),
      url: req.ctx.env.viewUrl(name),
    }));
  return [...pages, ...views, ...(isAdmin ? await adminPlaces(req) : [])];
}

/** @param {Request} req @returns {Promise<Place[]>} */
async function adminPlaces(req) {
  const { app, t, locale } = req.ctx;
  const { tables } = app.views.localCatalog(req.ctx.catalog, locale);
  const grids = tables
    .filter(({ system }) => !system)
    .map(({ name, label, icon }) => ({
      kind: 'admin',
      label: label || name,
      detail: t('search.kind.table'),
      icon: icon || 'table',
      url: `/admin/tables/${name}/data`,
    }));
  await app.screens.load();
  const screens = app.screens.areas().map(({ area, title, icon }) => ({
    kind: 'admin',
    label: t(title),
    detail: t('search.kind.admin'),
    icon,
    url: `/admin/${area}`,
  }));
  return [...screens, ...grids];
}

/** @param {Request['ctx']['app']} app @param {string} template */
const iconOf = (app, template) =>
  app.registry.has('viewTemplate', template) ? app.registry.viewTemplate(template).icon : 'layout-list';
