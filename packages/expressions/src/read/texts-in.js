/** @import { ASTNode } from '@marcbachmann/cel-js' */
import { AppError } from '@plinth/plugin';
import { parse } from './parse.js';

/**
 * The quoted texts in an expression with their positions, from its end to its beginning. None if it can't be parsed.
 *
 * @param {string} source @returns {{ value: string, start: number, end: number }[]}
 */
export function textsIn(source) {
  try {
    return literals(parse(source)).sort((a, b) => b.start - a.start);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** @param {ASTNode} node @returns {{ value: string, start: number, end: number }[]} */
function literals({ op, args, start, end }) {
  if (op === 'value') return typeof args === 'string' ? [{ value: args, start, end }] : [];
  return nodesIn(args).flatMap(literals);
}

/**
 * Nodes in the arguments of a node, which may be a node, a name, or lists of both.
 *
 * @param {any} args
 * @returns {ASTNode[]}
 */
function nodesIn(args) {
  if (Array.isArray(args)) return args.flatMap(nodesIn);
  return typeof args?.op === 'string' ? [args] : [];
}
