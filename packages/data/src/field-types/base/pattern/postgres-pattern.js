/** @import { CharacterSet, PatternNode } from './parse-pattern.js' */

/**
 * The same pattern for Postgres' regular expressions. Written anew from the tree rather than passed through, so that
 * both engines agree: \d, \w, . and [...] mean other things there, and nothing of the source can reach it unread.
 *
 * @param {PatternNode} pattern
 */
export const postgresPattern = (pattern) => `^(?:${print(pattern)})$`;

/** @param {PatternNode} node @returns {string} */
function print(node) {
  if (node.kind === 'set') return printSet(node.set);
  if (node.kind === 'sequence') return node.items.map(print).join('');
  if (node.kind === 'choice') return `(?:${node.options.map(print).join('|')})`;
  const max = node.max === Infinity ? '' : node.max;
  return `(?:${print(node.item)}){${node.min},${max}}`;
}

/** @param {CharacterSet} set */
function printSet({ ranges, negated }) {
  const entries = ranges.map(([from, to]) => (from === to ? printCode(from) : `${printCode(from)}-${printCode(to)}`));
  return `[${negated ? '^' : ''}${entries.join('')}]`;
}

/** @param {number} code */
function printCode(code) {
  const character = String.fromCodePoint(code);
  if (/[a-z0-9]/i.test(character)) return character;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
