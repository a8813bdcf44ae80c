import { RE2JS, RE2JSException } from 're2js';
import { PatternError } from './pattern-error.js';
import { re2Pattern } from './print-pattern.js';

/** @import { PatternNode } from './parse-pattern.js' */

/** Steps of the machine: each character of a value costs at most one visit of each. */
const MOST_STEPS = 2000;

/**
 * A matcher whose time is bounded by steps x characters whatever the pattern and the value.
 *
 * @param {PatternNode} pattern
 * @returns {(text: string) => boolean} whether the whole text matches
 * @throws {PatternError}
 */
export function createMatcher(pattern) {
  const compiled = compile(re2Pattern(pattern));
  if (compiled.programSize() > MOST_STEPS) throw tooComplex();
  return (text) => compiled.matches(text);
}

/** @param {string} source of our own making: RE2 refuses nothing of it but counts that multiply */
function compile(source) {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    throw error instanceof RE2JSException ? tooComplex() : error;
  }
}

const tooComplex = () => new PatternError('is too complex: its counts multiply to too many steps');
