/** @import { ASTNode } from '@marcbachmann/cel-js' */
import { Environment, ParseError } from '@marcbachmann/cel-js';
import { phrase } from '@plinth/plugin';
import { expressionInvalid } from './errors.js';

const LONGEST = 4000;
const LIMITS = { maxAstNodes: 500, maxDepth: 40, maxListElements: 200, maxMapEntries: 10, maxCallArguments: 8 };

/** Reads nothing but the grammar: every name may stand here. The library grants one parser for all. */
const grammar = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false, limits: LIMITS });

/**
 * The syntax tree of a CEL text.
 *
 * @param {string} source @returns {ASTNode}
 * @throws {AppError} EXPRESSION_INVALID with the place of the first thing that does not fit
 */
export function parse(source) {
  if (typeof source !== 'string' || source.trim() === '') {
    throw expressionInvalid(String(source ?? ''), null, 'it is empty');
  }
  if (source.length > LONGEST) throw expressionInvalid(source, null, phrase`it is longer than ${LONGEST} characters`);
  try {
    return grammar.parse(source).ast;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const place = error instanceof ParseError ? (error.range ?? null) : null;
    throw expressionInvalid(source, place, reasonOf(source, place, error));
  }
}

/** @param {string} source @param {{ start: number, end: number } | null} place @param {Error} error */
function reasonOf(source, place, error) {
  const { summary = error.message } = /** @type {{ summary?: string }} */ (error);
  if (/exceeded/i.test(summary)) return phrase`it is too large (${summary})`;
  const found = place ? source.slice(place.start, place.end) : '';
  if (found === '') return phrase`it ends too early`;
  return phrase`"${found}" does not fit there`;
}
