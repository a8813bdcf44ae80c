/** @import { TextPart } from '../index.d.ts' */
import { AppError } from '../app-error.js';

/** Up to the next closing braces; an expression has none outside of quoted texts, and `{` is not part of the language. */
const EXPRESSION = /\{\{((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^"'{}])*)\}\}/g;
const IF = /^#if\s+/;

/**
 * Divides a text at its `{{ expressions }}` and conditions, `{{#if expression}}…{{else}}…{{/if}}`. Braces without a partner
 * are text. A line that holds nothing but a mark of a condition is left out.
 *
 * @param {string} text @returns {TextPart[]}
 */
export function textParts(text) {
  /** @type {TextPart[]} */
  const parts = [];
  let at = 0;
  for (const { 0: whole, 1: source, index } of text.matchAll(EXPRESSION)) {
    const part = partOf(source.trim());
    const end = index + whole.length;
    const isAlone = 'mark' in part && (index === 0 || text[index - 1] === '\n') && text[end] === '\n';
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push(part);
    at = isAlone ? end + 1 : end;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** @param {string} source @returns {TextPart} */
function partOf(source) {
  if (source === 'else') return { mark: 'else' };
  if (source === '/if') return { mark: 'end' };
  return IF.test(source) ? { mark: 'if', expression: source.replace(IF, '') } : { expression: source };
}

/**
 * The same text with each expression replaced; those that stay the same keep their spaces.
 *
 * @param {string} text @param {(source: string) => string} change
 */
export function mapTextParts(text, change) {
  return text.replace(EXPRESSION, (whole, source) => {
    const part = partOf(source.trim());
    if (!('expression' in part)) return whole;
    const changed = change(part.expression);
    if (changed === part.expression) return whole;
    return 'mark' in part ? `{{#if ${changed}}}` : `{{ ${changed} }}`;
  });
}

/**
 * The secret that an expression of a text names; null if it is another expression.
 *
 * @param {string} source @returns {string | null}
 */
export const secretIn = (source) => /^secrets\.([a-z][a-z0-9_]{0,62})$/.exec(source)?.[1] ?? null;

/**
 * Puts the parts together again. What a condition rules out is left out, and so are marks without a partner.
 *
 * @param {readonly TextPart[]} parts
 * @param {{ shown: (expression: string) => string, holds: (expression: string) => boolean }} values
 */
export function filledText(parts, { shown, holds }) {
  /** Whether each condition around holds. @type {boolean[]} */
  const around = [];
  let text = '';
  for (const part of parts) {
    if ('mark' in part) {
      if (part.mark === 'if') around.push(holds(part.expression));
      else if (part.mark === 'end') around.pop();
      else if (around.length > 0) around.push(!around.pop());
    } else if (around.every(Boolean)) text += 'text' in part ? part.text : shown(part.expression);
  }
  return text;
}

/**
 * Checks that each condition ends.
 *
 * @param {string} text @throws {AppError} TEXT_CONDITION_OPEN
 */
export function textConditions(text) {
  let depth = 0;
  for (const part of textParts(text)) {
    if (!('mark' in part)) continue;
    if (part.mark === 'if') depth++;
    else if (depth === 0) throw open();
    else if (part.mark === 'end') depth--;
  }
  if (depth > 0) throw open();
}

const open = () =>
  new AppError('TEXT_CONDITION_OPEN', 'Each {{#if …}} needs an {{/if}}, and {{else}} stands between them', {
    status: 422,
    hint: 'Add what is missing in the text',
  });
