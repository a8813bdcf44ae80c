/** @import { Scope, Tree, Type } from '../types.d.ts' */
import { dayOf, momentOf, timeOf } from '../values/calendar.js';
import { keyType } from './names.js';

/** @type {Type} */
export const BOOL = Object.freeze({ name: 'bool' });
/** @type {Type} */
export const INT = Object.freeze({ name: 'int' });
/** @type {Type} */
export const DECIMAL = Object.freeze({ name: 'decimal' });
/** @type {Type} */
export const TEXT = Object.freeze({ name: 'text' });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A row is represented by its key if a value is needed.
 *
 * @param {Tree} tree @param {Scope['catalog']} catalog
 * @returns {Tree}
 */
export function asValue(tree, catalog) {
  if (tree.type.name !== 'row') return tree;
  const type = keyType(tree.type.table, catalog);
  if (tree.op === 'path' && tree.path.length === 0) return { ...tree, path: ['id'], type };
  return /** @type {Tree} */ ({ ...tree, type });
}

/**
 * A tree as another type, if that loses nothing: whole numbers as decimals, a text literal as the date, moment, time or
 * id that it represents, a value inside JSON as whatever it is compared with, null as anything.
 *
 * @param {Tree} tree @param {Type} type
 * @returns {Tree | null}
 */
export function convert(tree, type) {
  if (tree.type.name === type.name) return tree;
  if (tree.op === 'value' && tree.value === null) return { ...tree, type };
  if (tree.type.name === 'int' && type.name === 'decimal') return asDecimal(tree);
  if (tree.op === 'inside') return insideAs(tree, type);
  if (tree.op === 'value' && tree.type.name === 'text') return literalAs(String(tree.value), type);
  return null;
}

/** @param {Tree} tree @returns {Tree} */
function asDecimal(tree) {
  if (tree.op === 'value') return { ...tree, type: DECIMAL };
  return { op: 'call', name: 'decimal.int', args: [tree], type: DECIMAL };
}

/** @param {Extract<Tree, { op: 'inside' }>} tree @param {Type} type @returns {Tree | null} */
function insideAs(tree, type) {
  return ['text', 'decimal', 'bool'].includes(type.name) ? { ...tree, type } : null;
}

/** @param {string} text @param {Type} type @returns {Tree | null} */
function literalAs(text, type) {
  /** @type {Record<string, () => boolean>} */
  const spelled = {
    date: () => dayOf(text) !== null,
    moment: () => momentOf(text) !== null,
    time: () => timeOf(text) !== null,
    id: () => UUID.test(text),
  };
  if (type.name === 'moment' && text.length > 10 && !spelled.moment()) return localMoment(text);
  if (!spelled[type.name]?.()) return null;
  return { op: 'value', type, value: type.name === 'id' ? text.toLowerCase() : text };
}

const LOCAL = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/;

/**
 * A day, or a day and a time, without a time zone: a moment by the site's clock, which is known when it is evaluated.
 *
 * @param {string} text @returns {Tree | null}
 */
export function localMoment(text) {
  const [, day, time = '00:00'] = LOCAL.exec(text) ?? [];
  if (day === undefined || dayOf(day) === null || timeOf(time) === null) return null;
  return {
    op: 'call',
    name: 'timestamp.local',
    args: [
      { op: 'value', type: { name: 'date' }, value: day },
      { op: 'value', type: { name: 'time' }, value: time },
    ],
    type: { name: 'moment' },
  };
}

/**
 * Two trees as values of one type; null if they have none in common.
 *
 * @param {Tree} a @param {Tree} b
 * @returns {[Tree, Tree] | null}
 */
export function unify(a, b) {
  if (a.op === 'inside' && b.op === 'inside') return null;
  // Values inside JSON are decimals if numbers are compared.
  if (a.type.name === 'int' && b.op === 'inside') return unify(/** @type {Tree} */ (convert(a, DECIMAL)), b);
  if (b.type.name === 'int' && a.op === 'inside') return unify(a, /** @type {Tree} */ (convert(b, DECIMAL)));
  const first = convert(a, b.type);
  if (first) return [first, b];
  const second = convert(b, a.type);
  return second ? [a, second] : null;
}
