/** @import { Actor } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { RenderedDraft } from './render-draft.js' */

/**
 * The whole document of the canvas: what a visitor's browser would get, in the site's own shell, plus the builder's
 * style sheet. Its light or dark mode is set by the builder, not by what the person has chosen for the site.
 *
 * @param {Request} req @param {RenderedDraft} rendered
 * @param {{ actor: Actor, scheme: string | null, isStill: boolean }} seen isStill: as a picture, without scripts
 * @returns {string}
 */
export function canvasDocument({ ctx: { app, catalog, locale } }, rendered, { actor, scheme, isStill }) {
  return app.views.shell({
    catalog,
    actor,
    locale,
    ...rendered,
    styles: [...rendered.styles, 'admin/builder/canvas/in-canvas.css'],
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : null,
    copy: isStill ? 'picture' : 'canvas',
  });
}
