import { defineElement, html as markup, loadSanitizeHtml, raw } from '@plinth/plugin';
import { OWN_HTML_STYLE, needsOwnHtmlStyle } from './parts/own-html-style.js';

/** Classes are allowed, styles and handlers are not; of links and pictures only harmless addresses stay. */
const ALLOWED = {
  allowedAttributes: {
    '*': ['class', 'id', 'title', 'lang', 'dir', 'role', 'aria-*'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
    source: ['src', 'srcset', 'type', 'media'],
    video: ['src', 'controls', 'poster', 'width', 'height', 'preload', 'muted', 'loop'],
    audio: ['src', 'controls', 'preload'],
    progress: ['value', 'max'],
    details: ['open'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    ol: ['start', 'reversed'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
};

/** Beside what sanitize-html allows by itself. */
const MORE_TAGS = ['img', 'details', 'summary', 'picture', 'source', 'video', 'audio', 'progress'];

/** Custom HTML, sanitized of everything that could run. */
export const html = defineElement({
  name: 'html',
  order: 200,
  label: 'el.html',
  icon: 'code',
  group: 'content',
  children: 'none',
  scope: 'any',
  adminOnly: true,
  settings: [{ name: 'html', type: 'html', label: 'el.html.html', help: 'el.html.help' }],
  styles: ({ html: text = '' }) => (needsOwnHtmlStyle(text ?? '') ? [OWN_HTML_STYLE] : []),
  // Safe: sanitized by sanitize-html, which allows only the lists above.
  compile: ({ settings }) => markup`<div>${raw(sanitized(settings.html ?? ''))}</div>`,
});

/** @param {string} text */
function sanitized(text) {
  const sanitizeHtml = loadSanitizeHtml();
  const { defaults } = sanitizeHtml;
  return sanitizeHtml(text, { ...defaults, ...ALLOWED, allowedTags: [...defaults.allowedTags, ...MORE_TAGS] });
}
