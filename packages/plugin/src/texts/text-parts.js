/** @import { TextPart } from '../index.d.ts' */

/** Up to the next closing braces; an expression has none outside of quoted texts, and `{` is not part of the language. */
const EXPRESSION = /\{\{((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^"'{}])*)\}\}/g;

/**
 * Divides a text at its `{{ expressions }}`. Braces without a partner are text.
 *
 * @param {string} text @returns {TextPart[]}
 */
export function textParts(text) {
  /** @type {TextPart[]} */
  const parts = [];
  let at = 0;
  for (const { 0: whole, 1: source, index } of text.matchAll(EXPRESSION)) {
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ expression: source.trim() });
    at = index + whole.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/**
 * The same text with each expression replaced; those that stay the same keep their spaces.
 *
 * @param {string} text @param {(source: string) => string} change
 */
export function mapTextParts(text, change) {
  return text.replace(EXPRESSION, (whole, source) => {
    const changed = change(source.trim());
    return changed === source.trim() ? whole : `{{ ${changed} }}`;
  });
}

/**
 * The secret that an expression of a text names; null if it is another expression.
 *
 * @param {string} source @returns {string | null}
 */
export const secretIn = (source) => /^secrets\.([a-z][a-z0-9_]{0,62})$/.exec(source)?.[1] ?? null;
