import { Marked } from 'marked';
import { escapeHtml, foreignImages, loadSanitizeHtml } from '@plinth/plugin';

const marked = new Marked({
  gfm: true,
  breaks: true,
  // HTML tags in the text are shown as text.
  renderer: { html: ({ text }) => escapeHtml(text) },
});

const ALLOWED = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['strong', 'em', 'del', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'input'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'loading'],
    ol: ['start'],
    input: ['type', 'checked', 'disabled'],
    th: ['align'],
    td: ['align'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
};

/**
 * Markdown as safe markup. Sanitized although the parser escapes, as a second line of defence.
 *
 * @param {string} source
 */
export function markdown(source) {
  const { img, ...hooks } = foreignImages();
  return loadSanitizeHtml()(/** @type {string} */ (marked.parse(source)), {
    ...ALLOWED,
    ...hooks,
    transformTags: { img },
  });
}
