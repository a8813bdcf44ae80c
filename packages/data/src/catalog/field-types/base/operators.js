/** @import { Operator } from '@plinth/plugin' */

/**
 * Operators by kind of value.
 *
 * @type {Readonly<Record<'text' | 'ordered' | 'equal' | 'set' | 'presence', readonly Operator[]>>}
 */
export const operators = Object.freeze({
  text: ['eq', 'ne', 'contains', 'lacks', 'starts', 'ends', 'in', 'lt', 'lte', 'gt', 'gte', 'empty', 'filled'],
  ordered: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'empty', 'filled'],
  equal: ['eq', 'ne', 'in', 'empty', 'filled'],
  set: ['has', 'lacks', 'empty', 'filled'],
  presence: ['empty', 'filled'],
});
