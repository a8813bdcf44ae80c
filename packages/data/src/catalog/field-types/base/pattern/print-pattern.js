/** @import { CharacterSet, PatternNode } from './parse-pattern.js' */

/**
 * The same pattern for PostgreSQL. Printed from the tree rather than passed through, so that both engines agree: \d,
 * \w, . and [...] differ there, and no part of the source gets there unread.
 *
 * @param {PatternNode} pattern
 */
export const postgresPattern = (pattern) =>
  `^(?:${print(pattern, (hex) => (hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`))})$`;

/** The same for RE2. @param {PatternNode} pattern */
export const re2Pattern = (pattern) => print(pattern, (hex) => `\\x{${hex}}`);

/** @typedef {(hex: string) => string} Escape escapes a character, given its code */

/** @param {PatternNode} node @param {Escape} escape @returns {string} */
function print(node, escape) {
  if (node.kind === 'set') return printSet(node.set, escape);
  if (node.kind === 'sequence') return node.items.map((item) => print(item, escape)).join('');
  if (node.kind === 'choice') return `(?:${node.options.map((option) => print(option, escape)).join('|')})`;
  const max = node.max === Infinity ? '' : node.max;
  return `(?:${print(node.item, escape)}){${node.min},${max}}`;
}

/** @param {CharacterSet} set @param {Escape} escape */
function printSet({ ranges, negated }, escape) {
  const printCode = (/** @type {number} */ code) => {
    const character = String.fromCodePoint(code);
    return /[a-z0-9]/i.test(character) ? character : escape(code.toString(16));
  };
  const entries = ranges.map(([from, to]) => (from === to ? printCode(from) : `${printCode(from)}-${printCode(to)}`));
  return `[${negated ? '^' : ''}${entries.join('')}]`;
}
