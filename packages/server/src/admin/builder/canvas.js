/** @import { Actor } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { RenderedDraft } from './render-draft.js' */

/**
 * The whole document of the canvas: what a visitor's browser would get, in the site's own shell, plus the builder's
 * style sheet. Its light or dark mode is set by the builder, not by what the person has chosen for the site.
 *
 * @param {Request} req @param {RenderedDraft} rendered @param {{ actor: Actor, scheme: string | null }} seen
 * @returns {string}
 */
export function canvasDocument({ ctx: { app, catalog, locale } }, rendered, { actor, scheme }) {
  const styles = [...rendered.styles, 'admin/builder/in-canvas.css'];
  const text = app.views.shell({ catalog, actor, locale, ...rendered, styles });
  const mode = app.assets.url('core-views/js/first-paint.js');
  // Nor does the page count as opened: without its mark, the button for favourites does nothing.
  const page = text.replace(`<script src="${mode}"></script>`, '').replace(' data-pl-star', '');
  if (scheme !== 'light' && scheme !== 'dark') return page;
  return page.replace(/<html([^>]*?)( data-bs-theme="\w*")?>/, `<html$1 data-bs-theme="${scheme}">`);
}
