/** @import { Values } from '@plinth/plugin' */
/** @import { ASTNode } from '@marcbachmann/cel-js' */
/** @import { Check } from './check.js' */
/** @import { Each, Tree } from '../types.d.ts' */
import { nearest, phrase } from '@plinth/plugin';
import { byName, functions } from '../functions/index.js';
import { typeName } from './errors.js';
import { chooseOverload } from './overloads.js';
import { BOOL, convert, DECIMAL, INT } from './types.js';

/** Queries over related rows: `row.lines.sum(line, line.price)`. @type {readonly Each['kind'][]} */
/** What is asked of each related row or entry, under a name of its own. */
export const KINDS = ['exists', 'all', 'count', 'sum', 'average', 'min', 'max'];
const SUMMABLE = ['int', 'decimal', 'duration'];
const ORDERED = ['int', 'decimal', 'text', 'date', 'moment', 'time', 'duration'];

/** name(...) @param {Extract<ASTNode, { op: 'call' }>} node @param {Check} check @returns {Tree} */
export function checkCall(node, check) {
  const [name, args] = node.args;
  if (name === 'has' && args.length === 1) {
    return { op: 'not', args: [isNothing(check.value(args[0]))], type: BOOL };
  }
  if (!functions.some((known) => known.name === name)) throw unknownFunction(name, node, check);
  return call(
    name,
    args.map((arg) => check.value(arg)),
    node,
    check,
  );
}

/** x.name(...) @param {Extract<ASTNode, { op: 'rcall' }>} node @param {Check} check @returns {Tree} */
export function checkMethod(node, check) {
  const [name, of, args] = node.args;
  const receiver = check.value(of);
  if (['rows', 'list'].includes(receiver.type.name) && KINDS.includes(/** @type {Each['kind']} */ (name))) {
    if (args.length > 0) return each(/** @type {Each['kind']} */ (name), receiver, args, node, check);
    if (name === 'count') return sizeOf(receiver);
  }
  if (!byName.get(name)?.method) throw unknownFunction(name, node, check);
  return call(name, [receiver, ...args.map((arg) => check.value(arg))], node, check);
}

/** @param {string} name @param {Tree[]} args @param {ASTNode} node @param {Check} check @returns {Tree} */
function call(name, args, node, check) {
  if (args[0]?.type.name === 'rows' && args.length === 1) {
    if (name === 'size') return sizeOf(args[0]);
    if (name === 'isEmpty') return isNothing(args[0]);
  }
  return chooseOverload(name, args, node, check);
}

/** @param {Tree} over @returns {Tree} */
function sizeOf(over) {
  if (over.type.name === 'list') return { op: 'call', name: 'size.list', args: [over], type: INT };
  return { op: 'each', kind: 'count', over, as: 'each', where: null, value: null, type: INT };
}

/** Whether there is no value; for rows, whether there are none. @param {Tree} tree @returns {Tree} */
export function isNothing(tree) {
  if (tree.type.name === 'rows') return { op: 'not', args: [anyOf(tree)], type: BOOL };
  return { op: 'empty', args: [tree], type: BOOL };
}

/** @param {Tree} over @returns {Tree} */
const anyOf = (over) => ({ op: 'each', kind: 'exists', over, as: 'each', where: null, value: null, type: BOOL });

/** @param {Each['kind']} kind @param {Tree} over @param {ASTNode[]} args @param {ASTNode} node @param {Check} check @returns {Tree} */
function each(kind, over, args, node, check) {
  const [variable, body] = args;
  if (args.length !== 2 || variable.op !== 'id') {
    throw check.fail(node, phrase`write it as ${`.${kind}(x, …)`}, with a name for each entry`);
  }
  const as = variable.args;
  if (check.variables.has(as) || ['user', 'now', 'today', 'each'].includes(as)) {
    throw check.fail(variable, phrase`"${as}" already means something else here`);
  }
  const { type } = over;
  const entry =
    type.name === 'rows' ? { name: /** @type {const} */ ('row'), table: type.table } : /** @type {Values} */ (type).of;
  // The entries of an empty list have no type to check the condition with, and it is never evaluated.
  if (over.op === 'list' && over.args.length === 0 && ['exists', 'all', 'count'].includes(kind)) return ofNothing(kind);
  const inner = new Map([...check.variables, [as, entry]]);
  const base = { op: /** @type {const} */ ('each'), kind, over, as, where: null, value: null };
  if (kind === 'exists' || kind === 'all') return { ...base, where: check.condition(body, inner), type: BOOL };
  if (kind === 'count') return { ...base, where: check.condition(body, inner), type: INT };
  return gathered(base, check.value(body, inner), body, check);
}

/** @param {Each['kind']} kind @returns {Tree} */
function ofNothing(kind) {
  if (kind === 'count') return { op: 'value', type: INT, value: '0' };
  return { op: 'value', type: BOOL, value: kind === 'all' };
}

/** @param {Omit<Each, 'type'>} base @param {Tree} value @param {ASTNode} body @param {Check} check @returns {Tree} */
function gathered(base, value, body, check) {
  const { kind } = base;
  const allowed = kind === 'sum' ? SUMMABLE : kind === 'average' ? ['int', 'decimal'] : ORDERED;
  if (!allowed.includes(value.type.name)) {
    throw check.fail(body, phrase`"${kind}" can't be used with ${typeName(value.type)}`);
  }
  if (kind !== 'average') return { ...base, value, type: value.type };
  return { ...base, value: /** @type {Tree} */ (convert(value, DECIMAL)), type: DECIMAL };
}

/** Names in other languages. @type {Readonly<Record<string, string>>} */
const HABITS = Object.freeze({
  if: 'Use condition ? value : other value',
  iif: 'Use condition ? value : other value',
  sum: 'Sum related rows with row.lines.sum(line, line.price)',
  count: 'Count rows with row.lines.count(line, line.done) or size(row.lines)',
  concat: 'Join text with +: row.first + " " + row.last',
  coalesce: 'Use ifEmpty(x, y)',
  nvl: 'Use ifEmpty(x, y)',
  uppercase: 'Use upper(x)',
  touppercase: 'Use upper(x)',
  upcase: 'Use upper(x)',
  lowercase: 'Use lower(x)',
  tolowercase: 'Use lower(x)',
  downcase: 'Use lower(x)',
  length: 'Use size(x)',
  len: 'Use size(x)',
  datediff: 'Subtract one date from the other to get days, or use monthsBetween(a, b) or yearsBetween(a, b)',
  dateadd: 'Use row.due + 7 for days, row.due.addMonths(1) for months',
});

/** @param {string} name @param {ASTNode} node @param {Check} check */
function unknownFunction(name, node, check) {
  const known = [...functions.map((definition) => definition.name), 'has', ...KINDS];
  const habit = HABITS[name.toLowerCase()];
  const same = known.find((one) => one.toLowerCase() === name.toLowerCase());
  const near = same ?? nearest(name, known);
  const isMethod = node.op === 'rcall';
  const wrongWay =
    same && (isMethod ? phrase`Write it as ${`${same}(…)`}` : phrase`Write it as ${`row.lines.${same}(x, …)`}`);
  const hint = habit ?? (same === name && wrongWay) ?? undefined;
  const meant = near ? phrase`Did you mean "${near}"?` : phrase`Available here: ${known.join(', ')}`;
  return check.fail(node, phrase`there is no function "${name}" for this`, hint || meant);
}
