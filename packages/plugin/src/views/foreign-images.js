/** @import { IOptions } from 'sanitize-html' */

/**
 * For the sanitiser: pictures of other sites become links to them. Browsers would not show them (a page takes pictures
 * from its own site only, so that nobody can count readers) and would report each of them.
 *
 * @returns {Pick<IOptions, 'onOpenTag' | 'onCloseTag'> & { img: import('sanitize-html').Transformer }} for one text
 */
export function foreignImages() {
  let links = 0;
  return {
    onOpenTag: (name) => void (name === 'a' && links++),
    onCloseTag: (name) => void (name === 'a' && links--),
    /** @returns {import('sanitize-html').Tag} */
    img(tagName, attribs) {
      const { src = '', alt = '' } = attribs;
      if (!isForeign(src)) return { tagName, attribs: { ...attribs, loading: 'lazy' } };
      const text = alt.trim() || src.trim().slice(0, 200);
      // A link can't hold another one: then the text alone is the picture's place.
      if (links > 0) return { tagName: 'em', attribs: {}, text };
      return { tagName: 'a', attribs: { href: src, rel: 'nofollow noopener noreferrer' }, text };
    },
  };
}

/** Anything that names a host of its own. @param {string} src */
export function isForeign(src) {
  // Browsers drop these signs from an address and take a backslash for a slash.
  // eslint-disable-next-line no-control-regex
  const address = src.replace(/[\u0000-\u0020]/g, '').replaceAll('\\', '/');
  return /^(https?:|\/\/)/i.test(address);
}
