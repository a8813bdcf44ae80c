/** @import { Rendered, RowModel } from '../index.d.ts' */
import { Html, escapeHtml, html } from '../html.js';

export const EMPTY = new Html('');

/**
 * A compiled piece is finished markup or a function that returns it. Joining keeps the number of calls per row small:
 * everything static between two holes becomes one string when the catalog is built.
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
 * The text that a Rendered function returned: markup unchanged, plain text escaped.
 *
 * @param {Html | string | null | undefined} value
 */
export function print(value) {
  if (value instanceof Html) return value.text;
  return value === null || value === undefined ? '' : escapeHtml(value);
}

/**
 * As a function that always returns markup.
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

/** A link that remembers what it holds. */
export class Link extends Html {
  /** @param {string} text @param {Html} content */
  constructor(text, content) {
    super(text);
    this.content = content;
  }
}

/**
 * A link; in another one its content alone, because browsers end the outer link where an inner one begins.
 *
 * @param {Html} tag its beginning @param {unknown} content @param {boolean} [inLink] as a field view is told
 * @returns {Html}
 */
export function link(tag, content, inLink = false) {
  const inner = html`${content}`;
  return inLink ? inner : new Link(`${tag.text}${inner.text}</a>`, inner);
}
