/** @import { ASTNode } from '@marcbachmann/cel-js' */
import { Environment, ParseError } from '@marcbachmann/cel-js';
import { phrase } from '@plinth/plugin';
import { expressionInvalid } from './errors.js';
import { EXPRESSION_LIMITS } from '../limits.js';

const GRAMMAR = { maxAstNodes: 500, maxDepth: 40, maxListElements: 200, maxMapEntries: 10, maxCallArguments: 8 };

/** Only the grammar: every name is accepted here. The library needs just one parser. */
const grammar = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  limits: GRAMMAR,
});

/**
 * The syntax tree of a CEL text.
 *
 * @param {string} source @returns {ASTNode}
 * @throws {AppError} EXPRESSION_INVALID with the position of the first syntax error
 */
export function parse(source) {
  if (typeof source !== 'string' || source.trim() === '') {
    throw expressionInvalid(String(source ?? ''), null, 'it is empty');
  }
  if (source.length > EXPRESSION_LIMITS.characters)
    throw expressionInvalid(source, null, phrase`it is longer than ${EXPRESSION_LIMITS.characters} characters`);
  try {
    return grammar.parse(source).ast;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const span = error instanceof ParseError ? (error.range ?? null) : null;
    throw expressionInvalid(source, span, reasonOf(source, span, error), hintAt(source, span));
  }
}

/** @param {string} source @param {{ start: number, end: number } | null} span @param {Error} error */
function reasonOf(source, span, error) {
  const { summary = error.message } = /** @type {{ summary?: string }} */ (error);
  if (/exceeded/i.test(summary)) return phrase`it is too large (${summary})`;
  const found = span ? source.slice(span.start, span.end) : '';
  if (found === '') return phrase`it ends unexpectedly`;
  return phrase`"${found}" is unexpected`;
}

/** What people write who know other languages, and how to write it here. @type {readonly [RegExp, string][]} */
const HABITS = [
  [/^(=|===)$/, 'To compare, use == (two equals signs)'],
  [/^(and|und)$/i, 'Use && for "and"'],
  [/^(or|oder)$/i, 'Use || for "or"'],
  [/^(not|nicht)$/i, 'Use ! for "not": !row.done'],
  [/^>$/, 'Use != for "is not"'],
  [/^like$/i, 'Use row.title.contains("a") or row.title.startsWith("a")'],
  [/^(between|is)$/i, 'Compare with ==, !=, <, <=, > or >=: row.points >= 1 && row.points <= 3'],
  [/^(if|case|when|then|else)$/i, 'Use condition ? value : other value'],
  [
    /^(days?|months?|years?|hours?)$/i,
    'Use today - 7 for days, row.due.addMonths(1) for months, now - duration("7h") for hours',
  ],
  [/^[“”„‟«»‘’‚]/, 'Put text in straight quotation marks: "a"'],
  [/^["']/, 'The closing quotation mark is missing'],
  [/^\.$/, 'Numbers start with a digit: 0.5'],
  [/^,$/, 'Put lists in square brackets: row.status in ["open", "new"]'],
  [/^%$/, 'Use percentOf(row.price, 10) for 10 percent'],
];

/** @param {string} source @param {{ start: number, end: number } | null} span */
function hintAt(source, span) {
  if (!span) return undefined;
  const before = /(\S+)\s*$/.exec(source.slice(0, span.start))?.[1] ?? '';
  const here = source.slice(span.start).trim() || (before.endsWith('%') ? '%' : '');
  const word = /^[\p{L}]+|^[=]+|^./u.exec(here)?.[0] ?? '';
  const found = span.start === 0 && here.startsWith('=') ? null : HABITS.find(([habit]) => habit.test(word));
  return found?.[1] ?? (/^not$/i.test(before) ? HABITS[3][1] : undefined);
}
