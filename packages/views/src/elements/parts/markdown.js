import { Marked } from 'marked';
import { createCache, escapeHtml, foreignImages, loadSanitizeHtml, memoize } from '@plinth/plugin';

/** @import { Cache } from '@plinth/plugin' */

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

/** Longer texts are rendered each time. */
const LONGEST_KEPT = 5_000;
/** Texts that were rendered already: the builder compiles a whole layout after each step. */
const renderedIn = memoize(
  (/** @type {object} */ _site) => /** @type {Cache<string, string>} */ (createCache({ max: 2_000 })),
);

/**
 * Markdown as safe markup.
 *
 * @param {string} source @param {object} site whose texts are kept together: its registry
 * @returns {string}
 */
export function markdown(source, site) {
  if (source.length > LONGEST_KEPT) return render(source);
  return renderedIn(site).getOrMake(source, () => render(source));
}

/** Sanitized although the parser escapes, as a second line of defence. @param {string} source */
function render(source) {
  const { img, ...hooks } = foreignImages();
  return loadSanitizeHtml()(/** @type {string} */ (marked.parse(source)), {
    ...ALLOWED,
    ...hooks,
    transformTags: { img },
  });
}
