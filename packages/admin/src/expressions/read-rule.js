/** @import { Shape } from '@plinth/expressions' */
/** @import { Condition, Named } from './rule-builder.js' */
/** @typedef {{ value: string, form: 'name' | 'number' | 'text' | 'none' }} Value */
/** @typedef {Condition & Value} Read */
/** @typedef {(field: string | null, op: string, value: Value | null) => Read | null} Found */
import { isDeepStrictEqual } from 'node:util';
import { shapeOf } from '@plinth/expressions';
import { nameOf, operatorsOf, valueName, writeRule } from './rule-builder.js';

/** Operators by how a comparison is written, and by how it is with its sides swapped. */
const COMPARISONS = /** @type {Readonly<Record<string, { op: string, turned: string }>>} */ ({
  '==': { op: 'is', turned: '==' },
  '!=': { op: 'isNot', turned: '!=' },
  '<': { op: 'less', turned: '>' },
  '<=': { op: 'atMost', turned: '>=' },
  '>': { op: 'more', turned: '<' },
  '>=': { op: 'atLeast', turned: '<=' },
});
const METHODS = /** @type {Readonly<Record<string, string>>} */ ({ contains: 'contains', startsWith: 'starts' });
/** Whom or what a value is about, instead of a value. */
const ALONE = /** @type {Readonly<Record<string, readonly [string, string]>>} */ ({
  null: ['blank', 'filled'],
  true: ['yes', 'no'],
  'user.id': ['asker', 'notAsker'],
});

/**
 * The conditions of a rule as the builder has them, however the rule is spelled. Null if it says something that the builder
 * can't, and is left alone.
 *
 * @param {string} source @param {readonly Named[]} names
 * @returns {{ joined: 'and' | 'or', conditions: Condition[] } | null}
 */
export function readRule(source, names) {
  const read = conditionsIn(source, names);
  if (!read) return null;
  const conditions = read.conditions.map(({ form: _, ...condition }) => condition);
  // Only accepted if writing it again means the same.
  const again = conditionsIn(writeRule(conditions, read.joined, names), names);
  return isDeepStrictEqual(again, read) ? { joined: read.joined, conditions } : null;
}

/** @param {string} source @param {readonly Named[]} names @returns {{ joined: 'and' | 'or', conditions: Read[] } | null} */
function conditionsIn(source, names) {
  const shape = shapeOf(source);
  if (!shape) return null;
  const isJoined = shape.kind === 'all' || shape.kind === 'any';
  const conditions = (isJoined ? shape.parts : [shape]).map((part) => conditionOf(part, names));
  if (!conditions.every((condition) => condition !== null)) return null;
  return { joined: shape.kind === 'any' ? 'or' : 'and', conditions };
}

/** @param {Shape} shape @param {readonly Named[]} names @returns {Read | null} */
function conditionOf(shape, names) {
  if (shape.kind !== 'call') return null;
  const { name, args } = shape;
  const [left, right] = args;
  const found = (/** @type {string | null} */ field, /** @type {string} */ op, /** @type {Value | null} */ value) => {
    const type = names.find((one) => one.name === field)?.type;
    return field && value && operatorsOf(type).includes(op) ? { field, op, ...value } : null;
  };
  if (name === '!_') return left.kind === 'call' && left.name === 'in' ? within(left.args, 'hasNot', found) : null;
  if (name === 'in') return within(args, 'has', found);
  if (Object.hasOwn(METHODS, name) && args.length === 2) return found(fieldOf(left), METHODS[name], valueOf(right));
  if (!Object.hasOwn(COMPARISONS, name)) return null;
  const { turned } = COMPARISONS[name];
  const ways = /** @type {const} */ ([
    [name, left, right],
    [turned, right, left],
  ]);
  // What a rule says of the row comes first, whichever side it is on.
  const sorted = nameOf(right)?.startsWith('row.') && !nameOf(left)?.startsWith('row.') ? ways.toReversed() : ways;
  for (const [sign, field, value] of sorted) {
    const condition = compared(sign, field, value, found);
    if (condition) return condition;
  }
  return null;
}

/** @type {Value} */
const NONE = Object.freeze({ value: '', form: 'none' });

/** @param {string} sign @param {Shape} left @param {Shape} right @param {Found} found */
function compared(sign, left, right, found) {
  const isSize = left.kind === 'call' && left.name === 'size' && left.args.length === 1;
  if (isSize) {
    const op = right.kind === 'value' && right.value === 0n ? { '>': 'any', '==': 'nothing' }[sign] : undefined;
    return op ? found(fieldOf(left.args[0]), op, NONE) : null;
  }
  const word = wordOf(right);
  const [equal, differs] = Object.hasOwn(ALONE, word) ? ALONE[word] : [];
  const alone = { '==': equal, '!=': differs }[sign];
  return (alone && found(fieldOf(left), alone, NONE)) || found(fieldOf(left), COMPARISONS[sign].op, valueOf(right));
}

/** A name, null or true; empty: another value. @param {Shape} shape */
const wordOf = (shape) =>
  shape.kind === 'value' && typeof shape.value !== 'string' ? String(shape.value) : (nameOf(shape) ?? '');

/** @param {readonly Shape[]} sides @param {'has' | 'hasNot'} op @param {Found} found */
function within([entry, list], op, found) {
  const field = fieldOf(list);
  return (nameOf(entry) === 'user.id' && found(field, `${op}Asker`, NONE)) || found(field, op, valueOf(entry));
}

/** @param {Shape} shape */
const fieldOf = (shape) => (/^(row|user)\./.test(nameOf(shape) ?? '') ? nameOf(shape) : null);

/** What a condition compares with. @param {Shape} shape @returns {Value | null} */
function valueOf(shape) {
  const name = valueName(shape);
  if (name) return { value: name, form: 'name' };
  const isMinus = shape.kind === 'call' && shape.name === '-_';
  const number = isMinus ? shape.args[0] : shape;
  if (number.kind === 'value' && ['bigint', 'number'].includes(typeof number.value))
    return { value: `${isMinus ? '-' : ''}${number.text}`, form: 'number' };
  return shape.kind === 'value' && typeof shape.value === 'string' ? { value: shape.value, form: 'text' } : null;
}
