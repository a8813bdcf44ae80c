/** @import { Rendered, RowModel } from '../index.d.ts' */
import { Html, escapeHtml } from '../html.js';

export const EMPTY = new Html('');

/**
 * What a compiled piece is made of: finished markup, or a function that gives it. Joining keeps the number of calls per
 * row small: everything static between two holes becomes one string when the catalog is built.
 *
 * @param {readonly Rendered[]} parts
 * @returns {Rendered}
 */
export function join(parts) {
  /** @type {(string | ((m: RowModel) => Html | string))[]} */
  const joined = [];
  for (const part of parts) {
    if (typeof part === 'function') joined.push(part);
    else if (joined.length > 0 && typeof joined[joined.length - 1] === 'string') joined[joined.length - 1] += part.text;
    else if (part.text !== '') joined.push(part.text);
  }
  if (joined.length === 0) return EMPTY;
  if (joined.length === 1) return typeof joined[0] === 'string' ? new Html(joined[0]) : joined[0];
  return (m) => {
    let text = '';
    for (const part of joined) text += typeof part === 'string' ? part : print(part(m));
    return new Html(text);
  };
}

/**
 * The text of what a Rendered function gave: markup as it is, plain text escaped.
 *
 * @param {Html | string | null | undefined} value
 */
export function print(value) {
  if (value instanceof Html) return value.text;
  return value === null || value === undefined ? '' : escapeHtml(value);
}

/**
 * As a function that always gives markup.
 *
 * @param {Rendered} rendered @returns {(m: RowModel) => Html}
 */
export function renderer(rendered) {
  if (typeof rendered !== 'function') return () => rendered;
  return (m) => {
    const value = rendered(m);
    return value instanceof Html ? value : new Html(print(value));
  };
}

/**
 * What stands inside of a link can't hold one of its own: browsers would end the outer one there. Of an e-mail address
 * as the name of a row the text is left.
 *
 * @param {Html} content @returns {Html}
 */
export function withoutLinks(content) {
  return content.text.includes('<a') ? new Html(content.text.replace(/<\/?a(\s[^>]*)?>/g, '')) : content;
}
