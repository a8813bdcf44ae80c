/**
 * The conditions of a rule: `all` and `any` of several, `not` of one, or a single condition.
 *
 * @typedef {{ kind: 'all' | 'any' | 'not' | 'single', text: string, parts: RulePart[] }} RulePart
 */

const OPENING = '([{';
const CLOSING = ')]}';

/**
 * Splits a rule at "or", "and" and "not", so that each condition can be evaluated alone. What is inside a function or
 * after a question mark stays whole.
 *
 * @param {string} source @returns {RulePart}
 */
export function splitRule(source) {
  const text = withoutBrackets(source.trim());
  const signs = topSigns(text);
  if (signs.some(({ sign }) => sign === '?')) return { kind: 'single', text, parts: [] };
  for (const [sign, kind] of /** @type {const} */ ([
    ['||', 'any'],
    ['&&', 'all'],
  ])) {
    const places = signs.filter((one) => one.sign === sign);
    if (places.length > 0) return { kind, text, parts: cut(text, places).map(splitRule) };
  }
  if (text.startsWith('!') && isBracketed(text.slice(1).trim()))
    return { kind: 'not', text, parts: [splitRule(text.slice(1))] };
  return { kind: 'single', text, parts: [] };
}

/** @param {string} text */
function withoutBrackets(text) {
  let inner = text;
  while (isBracketed(inner)) inner = inner.slice(1, -1).trim();
  return inner;
}

/** Whether one pair of parentheses encloses everything. @param {string} text */
function isBracketed(text) {
  if (!text.startsWith('(')) return false;
  let depth = 0;
  for (const { at, char } of characters(text)) {
    if (OPENING.includes(char)) depth++;
    if (CLOSING.includes(char)) depth--;
    if (depth === 0) return at === text.length - 1;
  }
  return false;
}

/** Operators outside all parentheses. @param {string} text @returns {{ sign: string, at: number }[]} */
function topSigns(text) {
  const found = [];
  let depth = 0;
  for (const { at, char } of characters(text)) {
    if (OPENING.includes(char)) depth++;
    if (CLOSING.includes(char)) depth--;
    const pair = text.slice(at, at + 2);
    if (depth === 0 && (pair === '&&' || pair === '||')) found.push({ sign: pair, at });
    if (depth === 0 && char === '?') found.push({ sign: char, at });
  }
  return found;
}

/** The characters outside quotation marks. @param {string} text @returns {Generator<{ at: number, char: string }>} */
function* characters(text) {
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (quote && char === '\\') at++;
    else if (quote) quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else yield { at, char };
  }
}

/** @param {string} text @param {{ at: number }[]} places of operators of two characters */
function cut(text, places) {
  const starts = [0, ...places.map(({ at }) => at + 2)];
  return starts.map((start, i) => text.slice(start, places[i]?.at ?? text.length).trim());
}
