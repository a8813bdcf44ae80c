/** @import { Html } from '@plinth/plugin' */
import { foreignImages, html, loadSanitizeHtml, raw } from '@plinth/plugin';
import { Marked } from 'marked';

const marked = new Marked({ gfm: true, breaks: true, async: false });
/** Longer texts are cut off, so that a page never waits for the parser. */
const LONGEST = 200_000;
/** The parser pairs marks of emphasis in time that grows with the square of their number in a block: this is 0.1 s. */
const MOST_COST = 10_000_000;

/**
 * Nothing that runs, frames, styles or posts; links leave without referrer and opener.
 *
 * @satisfies {import('sanitize-html').IOptions}
 */
const ALLOWED = {
  allowedTags: [
    ...[
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'p',
      'br',
      'hr',
      'blockquote',
      'pre',
      'code',
      'ul',
      'ol',
      'li',
      'strong',
      'em',
      'del',
    ],
    ...[
      'b',
      'i',
      's',
      'u',
      'sub',
      'sup',
      'mark',
      'kbd',
      'a',
      'img',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'details',
      'summary',
    ],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'loading'],
    ol: ['start'],
    th: ['align', 'scope'],
    td: ['align'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'http', 'data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 40,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'nofollow noopener noreferrer' } }),
    // The page has its own first heading.
    h1: 'h2',
  },
};

/**
 * Markdown as safe markup. Markdown may hold HTML, so what the parser gives goes through an allow-list.
 *
 * @param {string} source
 * @param {{ fill?: (text: string) => string, inLink?: boolean }} [options] fill puts markup into its texts, which are escaped
 *   already; never into a tag. inLink: without links
 * @returns {Html}
 */
export function renderMarkdown(source, { fill, inLink = false } = {}) {
  const parsed = cost(source) > MOST_COST ? null : parse(source.slice(0, LONGEST));
  // Text that would take the parser seconds or overflow its stack is shown as it is.
  if (parsed === null) return plain(html`${source.slice(0, LONGEST)}`, fill);
  // Safe: the sanitiser has let through only the tags and attributes above.
  const { img, ...hooks } = foreignImages({ inLink });
  const allowedTags = inLink ? ALLOWED.allowedTags.filter((tag) => tag !== 'a') : ALLOWED.allowedTags;
  const transformTags = { ...ALLOWED.transformTags, img };
  return raw(loadSanitizeHtml()(parsed, { ...ALLOWED, ...hooks, allowedTags, transformTags, textFilter: fill }));
}

/** Safe: the text is escaped. @param {Html} source @param {((text: string) => string)} [fill] */
const plain = ({ text }, fill = String) => html`<p>${raw(fill(text))}</p>`;

/** @param {string} source */
function cost(source) {
  let sum = 0;
  for (const block of source.split(/\n[^\S\n]*\n/)) {
    let marks = 0;
    for (let at = 0; at < block.length; at++) if ('*_~'.includes(block[at])) marks++;
    sum += marks * marks;
  }
  return sum;
}

/** @param {string} source @returns {string | null} */
function parse(source) {
  try {
    return /** @type {string} */ (marked.parse(source));
  } catch {
    return null;
  }
}
