/** @import { Catalog, Html } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */

/**
 * A body in the site's look, without menu and header, as a whole document for a frame that only shows it.
 *
 * @param {Request} req
 * @param {{ catalog: Catalog, body: Html, styles: readonly string[], title?: string }} shown
 * @returns {string}
 */
export function bareDocument({ ctx: { app, actor, locale } }, { catalog, body, styles, title = '' }) {
  return app.views.shell({
    catalog,
    actor,
    locale,
    title,
    body,
    styles: [...styles],
    description: '',
    here: '/',
    bare: true,
    width: 'wide',
    copy: 'picture',
  });
}
