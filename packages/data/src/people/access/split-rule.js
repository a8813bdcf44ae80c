/** @import { Shape } from '@plinth/expressions' */
import { shapeOf } from '@plinth/expressions';

/**
 * The conditions of a rule: `all` and `any` of several, `not` of one, or a single condition.
 *
 * @typedef {{ kind: 'all' | 'any' | 'not' | 'single', text: string, parts: RulePart[] }} RulePart
 */

/**
 * Splits a rule at "or", "and" and "not", so that each condition can be evaluated alone. What is inside a function or
 * after a question mark stays whole.
 *
 * @param {string} source @returns {RulePart}
 */
export function splitRule(source) {
  const shape = shapeOf(source);
  return shape ? partOf(shape) : { kind: 'single', text: source, parts: [] };
}

/** @param {Shape} shape @returns {RulePart} */
function partOf(shape) {
  const { kind, text } = shape;
  if (kind === 'all' || kind === 'any') return { kind, text, parts: shape.parts.map(partOf) };
  if (kind === 'call' && shape.name === '!_') return { kind: 'not', text, parts: shape.args.map(partOf) };
  return { kind: 'single', text, parts: [] };
}
