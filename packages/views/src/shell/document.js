/** @import { Html, ShellModel } from '@plinth/plugin' */
import { attrs, html } from '@plinth/plugin';

/** htmx's own stylesheet is off (ours has the rules), and errors are shown in place like any response. */
/**
 * Without a delay for settling, htmx gives no new element the style attribute of the old one with the same id (as scripts
 * and people who pull a text area set it): the policy blocks that, and what was placed on the old page fits no longer.
 */
const HTMX_CONFIG = 'includeIndicatorCSS:false,defaultTimeout:30000,defaultSettleDelay:0';

/**
 * A copy of a page that only shows it, and takes no part in what the reader does on the site: the builder's canvas has a
 * light or dark mode of its own; a preview sends nothing; a picture runs no scripts, and nothing in it can be clicked.
 *
 * @typedef {'canvas' | 'preview' | 'picture'} Copy
 */

/**
 * The document around a theme's frame: head, and what belongs to every page whatever the theme (toasts, texts for
 * scripts). Contains no inline script or style. Only the stylesheets and the script of the first paint come with high
 * priority, the largest first, over the connection that is open already; the font and the other scripts wait for
 * them. Without scripts, a cookie that comes with an empty style sheet tells the server that the page was opened, so that a form
 * is sent once (packages/server/src/http/once).
 *
 * @param {ShellModel} m @param {Html} frame
 * @param {{ assetUrl: (path: string) => string, fontUrl?: string | null, above?: Html | null, copy?: Copy | null }} parts
 */
export function documentPage(m, frame, { assetUrl, fontUrl = null, above = null, copy = null }) {
  const title = !m.title || m.title === m.site.name ? m.site.name : `${m.title} · ${m.site.name}`;
  const mode = m.site.mode === 'auto' ? null : m.site.mode;
  return html`<!doctype html>
<html${attrs({ lang: m.locale, dir: m.dir, 'data-bs-theme': mode })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${m.description && html`<meta name="description" content="${m.description}">\n`}<meta name="color-scheme" content="light dark">
<meta name="htmx-config" content="${HTMX_CONFIG}">
<link rel="icon" href="${m.site.logoUrl ?? assetUrl('core-views/favicon.svg')}">
<link rel="preload" as="style" href="${m.styles[0]}">
${copy !== 'canvas' && copy !== 'picture' && html`<script src="${assetUrl('core-views/js/first-paint.js')}"></script>`}
${m.styles.map((url) => html`<link rel="stylesheet" href="${url}">\n`)}${copy !== 'preview' && copy !== 'picture' && html`<script src="${assetUrl('core-views/vendor/htmx.min.js')}" defer></script>`}
${copy !== 'picture' && m.scripts.map((url) => html`<script type="module" fetchpriority="low" src="${url}"></script>\n`)}${fontUrl && html`<link rel="preload" as="font" type="font/woff2" href="${fontUrl}" crossorigin fetchpriority="low">\n`}<noscript><link rel="stylesheet" href="/opened.css"></noscript>
</head>
<body${attrs({ inert: copy === 'picture', 'data-pl-preview': copy !== null, ...scriptTexts(m) })}>${above}
<a class="pl-skip" href="#main">${m.t('shell.skip')}</a>
<div class="pl-toasts" role="status"></div>
${frame}
</body>
</html>
`;
}

/** Texts that the browser modules show. @param {ShellModel} m */
function scriptTexts({ t }) {
  return {
    'data-t-close': t('shell.close'),
    'data-t-cancel': t('shell.cancel'),
    'data-t-confirm': t('shell.confirm'),
    'data-t-sure': t('shell.confirm.title'),
    'data-t-failed': t('shell.failed'),
    'data-t-undo': t('shell.undo'),
    'data-t-leave': t('views.edit.leave'),
  };
}
