import { AppError, html, raw } from '@plinth/plugin';
import { homePage } from '@plinth/views';
import { formErrors, renderAdmin } from '../frame/index.js';
import { catalogWith } from '../layout/draft-catalog.js';

/** @import { SiteSettings } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

/** @typedef {Partial<SiteSettings>} Draft settings that are not saved yet */

/** Templates that need a row, which can't be chosen here. */
const OF_ONE_ROW = new Set(['show', 'edit', 'list_show', 'filter']);
const MOST = 200;

/** Pages that the theme can be looked at on: the site's own, and a sample of everything. @param {Request} req */
export function framePages({ ctx: { catalog, t } }) {
  const pages = catalog.pages.map(({ name, title }) => ({ value: `page/${name}`, label: title || name }));
  const views = catalog.views
    .filter(({ template }) => !OF_ONE_ROW.has(template))
    .map(({ name, label }) => ({ value: `view/${name}`, label: label || name }));
  return [...[...pages, ...views].slice(0, MOST), { value: 'sample', label: t('admin.theme.sample') }];
}

/** The page that is shown first. @param {Request} req */
export function firstPage(req) {
  const home = homePage(req.ctx.catalog, req.ctx.actor);
  return home ? `page/${home}` : framePages(req)[0].value;
}

/**
 * A page of the site with settings that are not saved yet, as a whole document for a frame. It is inert and runs no
 * scripts.
 *
 * @param {Request} req @param {{ page: string, draft: Draft, scheme: string }} shown
 * @returns {Promise<string>}
 */
export async function themeDocument(req, { page, draft, scheme }) {
  const { app, actor, locale, catalog, t } = req.ctx;
  const settings = { ...catalog.settings, ...draft };
  const { body, title, styles = [], width } = await bodyOf(req, page);
  return app.views.shell({
    actor,
    locale,
    title,
    body,
    styles,
    scripts: [],
    width,
    catalog: catalogWith(catalog, { settings }),
    description: t('admin.theme.preview'),
    here: page === 'sample' ? '/' : `/${page}`,
    scheme: scheme === 'dark' ? 'dark' : 'light',
    look: draftCssUrl(draft),
    copy: 'picture',
  });
}

/** The address of the stylesheet of a draft. @param {Draft} draft */
export function draftCssUrl({ themeColour, look }) {
  return `/admin/settings/theme/site.css?draft=${encodeURIComponent(JSON.stringify({ themeColour, look }))}`;
}

/**
 * @param {Request} req @param {string} page
 * @returns {Promise<{ body: import('@plinth/plugin').Html, title: string, styles?: readonly string[], width?: any }>}
 */
async function bodyOf(req, page) {
  const { app, actor, env, t, catalog, locale, timeZone } = req.ctx;
  const [kind, name] = page.split('/');
  const known = kind === 'page' ? catalog.hasPage(name) : kind === 'view' && catalog.hasView(name);
  const title = known
    ? kind === 'page'
      ? catalog.page(name).title
      : catalog.view(name).label
    : t('admin.theme.sample');
  if (!known) return { body: renderAdmin(req, 'site/theme-sample', {}), title };
  try {
    const plan = app.views.plans(catalog)[/** @type {'page' | 'view'} */ (kind)](name, locale, timeZone);
    const started = plan.start({ actor, query: new URLSearchParams(), env });
    const results = started.queries.length ? await req.ctx.select(started.queries) : [];
    // Safe: the plan's own output.
    return { body: raw(String(started.finish(results).html)), title, styles: plan.styles };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { message, hint } = formErrors(error, t);
    return {
      body: html`<div class="alert alert-warning" role="alert"><strong>${message}</strong> ${hint}</div>`,
      title,
    };
  }
}
