/** @import { Operator } from '../index.d.ts' */

/** All operators of conditions, in the order in which they are offered. @type {readonly Operator[]} */
export const OPERATORS = Object.freeze([
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'contains',
  'lacks',
  'starts',
  'ends',
  'has',
  'empty',
  'filled',
]);

const ALONE = new Set(['empty', 'filled']);
const PARTS = new Set(['contains', 'lacks', 'starts', 'ends', 'has']);

/** Whether it compares with nothing. @param {string} op */
export const needsNoValue = (op) => ALONE.has(op);

/** Whether it is about a part of a value, a piece of text or an entry of a list, which is no value of the field. @param {string} op */
export const asksForPart = (op) => PARTS.has(op);
