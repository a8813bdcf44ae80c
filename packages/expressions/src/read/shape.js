/** @import { ASTNode } from '@marcbachmann/cel-js' */
/** @import { NamedPath, Shape } from '../types.d.ts' */
import { AppError, createCache } from '@plinth/plugin';
import { KINDS } from './calls.js';
import { parse } from './parse.js';

const SHAPES = /** @type {import('@plinth/plugin').Cache<string, { shape: Shape | null }>} */ (
  createCache({ max: 500 })
);

/**
 * How an expression is built, however it is spelled: spaces, parentheses, quotation marks, and `x.size()` for `size(x)` make
 * no difference. Its names are not looked up. Null if it can't be parsed.
 *
 * @param {string} source @returns {Shape | null}
 */
export const shapeOf = (source) => SHAPES.getOrMake(source, () => ({ shape: readShape(source) })).shape;

/**
 * The paths in an expression that begin with a name of the scope, such as `row.customer.name`, from its end to its beginning.
 * None if it can't be parsed.
 *
 * @param {string} source @returns {NamedPath[]}
 */
export function pathsIn(source) {
  const shape = shapeOf(source);
  return shape ? [...pathsOf(shape, [])].sort((a, b) => b.start - a.start) : [];
}

/** A path as an expression writes it. @param {string} root @param {readonly string[]} steps */
export const pathText = (root, steps) =>
  root + steps.map((step) => (/^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`)).join('');

/** Whether an expression names the row, the user, or another name of the scope. @param {string} source @param {string} root */
export const isNamedIn = (source, root) => pathsIn(source).some((path) => path.root === root);

/** The expression with other paths. @param {string} source @param {(path: NamedPath) => string | undefined} change */
export function replacePaths(source, change) {
  let text = source;
  for (const path of pathsIn(source)) {
    const next = change(path);
    if (next !== undefined) text = text.slice(0, path.start) + next + text.slice(path.end);
  }
  return text;
}

/** @param {string} source @returns {Shape | null} */
function readShape(source) {
  try {
    return toShape(parse(source), source);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** @param {any} node @param {string} source @returns {Shape} */
function toShape(node, source) {
  const { op, args } = /** @type {ASTNode & { args: any }} */ (node);
  const inner = (/** @type {ASTNode} */ one) => toShape(one, source);
  const place = (/** @type {Shape[]} */ parts) => placeOf(node, parts, source);
  if (op === 'value') return { kind: 'value', value: args, ...place([]) };
  if (op === 'id') return { kind: 'path', root: args, steps: [], ...place([]) };
  if (op === '.' || op === '[]') {
    const of = inner(args[0]);
    const key = op === '.' ? args[1] : args[1].args;
    if (of.kind === 'path' && typeof key === 'string') return { ...of, steps: [...of.steps, key], ...place([of]) };
    return { kind: 'call', name: op, args: op === '.' ? [of] : [of, inner(args[1])], ...place([of]) };
  }
  if (op === '&&' || op === '||') {
    const parts = args.map(inner);
    const kind = op === '&&' ? 'all' : 'any';
    const flat = parts.flatMap((/** @type {Shape} */ one) => (one.kind === kind ? one.parts : [one]));
    return { kind, parts: flat, ...place(parts) };
  }
  if (op === 'rcall' || op === 'call') {
    const [name, first, more] = args;
    const all = (op === 'rcall' ? [first, ...more] : first).map(inner);
    return { kind: 'call', name, args: all, ...place(op === 'rcall' ? all.slice(0, 1) : []) };
  }
  const parts = (Array.isArray(args) ? args : [args]).flat().filter(isNode).map(inner);
  return { kind: 'call', name: op, args: parts, ...place(op === 'list' || op === 'map' ? [] : parts) };
}

/** @param {any} part */
const isNode = (part) => typeof part?.op === 'string';

/**
 * Where a part stands, without parentheses around it but with all those inside. The parser's own places end inside of them.
 *
 * @param {{ start: number, end: number }} node @param {Shape[]} outer parts that may be its first or last
 * @param {string} source
 */
function placeOf({ start, end }, outer, source) {
  const places = outer.map((part) => withParentheses(part, source));
  const from = Math.min(start, ...places.map((one) => one.start));
  const to = Math.max(end, ...places.map((one) => one.end));
  return { text: source.slice(from, to), start: from, end: to };
}

/** @param {{ start: number, end: number }} part @param {string} source */
function withParentheses({ start, end }, source) {
  for (;;) {
    const before = source.slice(0, start).trimEnd();
    const rest = source.slice(end);
    const after = rest.trimStart();
    if (!before.endsWith('(') || !after.startsWith(')')) return { start, end };
    start = before.length - 1;
    end += rest.length - after.length + 1;
  }
}

/** @param {Shape} shape @param {readonly string[]} own names of entries @returns {Generator<NamedPath>} */
function* pathsOf(shape, own) {
  if (shape.kind === 'path') {
    if (!own.includes(shape.root)) yield shape;
  } else if (shape.kind === 'all' || shape.kind === 'any') {
    for (const part of shape.parts) yield* pathsOf(part, own);
  } else if (shape.kind === 'call') {
    const [over, name, ...rest] = shape.args;
    const isEach = KINDS.includes(shape.name) && name?.kind === 'path' && name.steps.length === 0 && rest.length > 0;
    if (!isEach) for (const part of shape.args) yield* pathsOf(part, own);
    else {
      yield* pathsOf(over, own);
      for (const part of rest) yield* pathsOf(part, [...own, name.root]);
    }
  }
}
