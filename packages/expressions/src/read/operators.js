/** @import { ASTNode } from '@marcbachmann/cel-js' */
/** @import { Check } from './check.js' */
/** @import { Tree, Type } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { isNothing } from './calls.js';
import { chooseOverload } from './overloads.js';
import { typeName } from './errors.js';
import { asValue, BOOL, convert, DECIMAL, unify } from './types.js';

const ORDERED = ['int', 'decimal', 'text', 'date', 'moment', 'time', 'duration'];
const COMPARABLE = [...ORDERED, 'bool', 'id'];

/** Operators between two values, and the unary minus. @param {ASTNode} node @param {Check} check @returns {Tree} */
export function checkOperator(node, check) {
  if (node.op === '-_') return chooseOverload('-_', [check.value(node.args)], node, check);
  const [left, right] = /** @type {[ASTNode, ASTNode]} */ (node.args);
  switch (node.op) {
    case '==':
      return equal(node, left, right, check);
    case '!=':
      return { op: 'not', args: [equal(node, left, right, check)], type: BOOL };
    case '<':
      return ordered('less', node, left, right, check);
    case '<=':
      return ordered('atMost', node, left, right, check);
    case '>':
      return ordered('less', node, left, right, check, true);
    case '>=':
      return ordered('atMost', node, left, right, check, true);
    case 'in':
      return within(node, left, right, check);
    default:
      return chooseOverload(node.op, [check.value(left), check.value(right)], node, check);
  }
}

/** @param {ASTNode} node @param {ASTNode} left @param {ASTNode} right @param {Check} check @returns {Tree} */
function equal(node, left, right, check) {
  const [a, b] = [check.value(left), check.value(right)];
  if (b.type.name === 'null') return isNothing(a);
  if (a.type.name === 'null') return isNothing(b);
  const lists = sameLists(a, b);
  if (lists) return { op: 'equal', args: lists, type: BOOL };
  return compared('equal', COMPARABLE, node, a, b, check);
}

/** Two lists whose entries can be compared. @param {Tree} a @param {Tree} b @returns {[Tree, Tree] | null} */
function sameLists(a, b) {
  if (a.type.name !== 'list' || b.type.name !== 'list') return null;
  const [one, other] = [listOf(a, b.type.of), listOf(b, a.type.of)];
  if (other) return [a, other];
  return one && [one, b];
}

/**
 * A list as one with entries of a type; a literal list converts entry by entry.
 *
 * @param {Tree} list @param {Type} of
 * @returns {Tree | null}
 */
function listOf(list, of) {
  const type = /** @type {const} */ ({ name: 'list', of });
  if (/** @type {typeof type} */ (list.type).of.name === of.name) return list;
  const entries = list.op === 'list' ? list.args.map((entry) => convert(entry, of)) : [null];
  return entries.every((entry) => entry !== null) ? { op: 'list', args: entries, type } : null;
}

/**
 * @param {'less' | 'atMost'} op @param {ASTNode} node @param {ASTNode} left @param {ASTNode} right @param {Check} check
 * @param {boolean} [turned] the sides are swapped
 * @returns {Tree}
 */
function ordered(op, node, left, right, check, turned = false) {
  const tree = compared(op, ORDERED, node, check.value(left), check.value(right), check);
  return turned ? { ...tree, args: [tree.args[1], tree.args[0]] } : tree;
}

/**
 * @param {'equal' | 'less' | 'atMost'} op @param {string[]} allowed @param {ASTNode} node @param {Tree} a @param {Tree} b
 * @param {Check} check
 * @returns {Extract<Tree, { op: 'equal' | 'less' | 'atMost' | 'in' }>}
 */
function compared(op, allowed, node, a, b, check) {
  const both = unify(a, b);
  if (both && allowed.includes(both[0].type.name)) return { op, args: both, type: BOOL };
  throw check.fail(
    node,
    phrase`a ${typeName(a.type)} can't be compared with a ${typeName(b.type)} using ${node.op}`,
    hintFor(node, a, b, check),
  );
}

/** Values inside JSON are decimals if numbers are compared. @param {Tree} value @param {Tree} list */
function amongWhole(value, list) {
  const isWhole = value.op === 'inside' && list.type.name === 'list' && list.type.of.name === 'int';
  return (isWhole && convert(value, DECIMAL)) || value;
}

/** @param {ASTNode} node @param {Tree} a @param {Tree} b @param {Check} check */
function hintFor(node, a, b, check) {
  const types = [a.type.name, b.type.name];
  const [left, right] = /** @type {[ASTNode, ASTNode]} */ (node.args);
  if (types.includes('list')) return 'To look for an entry in a list, use "in": "a" in row.tags';
  if (types.includes('rows')) return 'For related rows, use .exists(x, …), .all(x, …), .count(x, …) or .sum(x, …)';
  if ([left, right].some((side) => check.tree(side).type.name === 'row'))
    return 'A relation is compared by its key. To compare a field of the related row, use for example row.project.name';
  if (types.includes('bool')) return 'Compare yes/no values with true or false, without quotation marks';
  if (types.includes('date') || types.includes('moment'))
    return 'Write a date as "2026-11-21", a date and time as timestamp("2026-11-21T15:30:00Z")';
  return 'Both sides must have the same type. Convert with int(), number(), string() or date()';
}

/**
 * A value in a list, or a row among rows.
 *
 * @param {ASTNode} node @param {ASTNode} left @param {ASTNode} right @param {Check} check
 * @returns {Tree}
 */
function within(node, left, right, check) {
  const list = check.value(right);
  const value = amongWhole(check.value(left), list);
  if (list.type.name === 'rows') {
    const { table } = list.type;
    const key = asValue({ op: 'path', of: 'each', path: [], type: { name: 'row', table } }, check.scope.catalog);
    const same = compared('equal', COMPARABLE, node, value, key, check);
    return { op: 'each', kind: 'exists', over: list, as: 'each', where: same, value: null, type: BOOL };
  }
  if (list.type.name !== 'list') {
    const hint =
      list.type.name === 'text' ? 'To look for part of a text, use contains: row.title.contains("a")' : undefined;
    throw check.fail(right, phrase`a list is expected after "in", not a ${typeName(list.type)}`, hint);
  }
  const { of } = list.type;
  const item = convert(value, of);
  if (item) return { op: 'in', args: [item, list], type: BOOL };
  const entries = list.op === 'list' ? list.args.map((entry) => convert(entry, value.type)) : [];
  if (list.op === 'list' && entries.every((entry) => entry !== null)) {
    return { op: 'in', args: [value, { ...list, args: entries, type: { name: 'list', of: value.type } }], type: BOOL };
  }
  throw check.fail(node, phrase`a ${typeName(value.type)} can't be in a list of ${typeName(of)}`);
}
