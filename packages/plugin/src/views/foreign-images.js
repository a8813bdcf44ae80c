/** @import { IOptions } from 'sanitize-html' */

/**
 * For the sanitizer: turns pictures on other sites into links to them. Browsers would not show them (a page only loads
 * pictures from its own site, so that nobody can count readers) and would report each of them.
 *
 * @param {{ inLink?: boolean }} [place] of all of the text
 * @returns {Pick<IOptions, 'onOpenTag' | 'onCloseTag'> & { img: import('sanitize-html').Transformer }} for one text
 */
export function foreignImages({ inLink = false } = {}) {
  let links = inLink ? 1 : 0;
  return {
    onOpenTag: (name) => void (name === 'a' && links++),
    onCloseTag: (name) => void (name === 'a' && links--),
    /** @returns {import('sanitize-html').Tag} */
    img(tagName, attribs) {
      const { src = '', alt = '' } = attribs;
      if (!isForeign(src)) return { tagName, attribs: { ...attribs, loading: 'lazy' } };
      const text = alt.trim() || src.trim().slice(0, 200);
      // A link can't contain another one, so the text alone replaces the picture.
      if (links > 0) return { tagName: 'em', attribs: {}, text };
      return { tagName: 'a', attribs: { href: src, rel: 'nofollow noopener noreferrer' }, text };
    },
  };
}

/** Anything with its own host. @param {string} src */
export function isForeign(src) {
  // Browsers drop these characters from an address and take a backslash for a slash.
  // eslint-disable-next-line no-control-regex
  const address = src.replace(/[\u0000-\u0020]/g, '').replaceAll('\\', '/');
  return /^(https?:|\/\/)/i.test(address);
}
