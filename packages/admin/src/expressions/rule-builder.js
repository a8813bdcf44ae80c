/** @import { Shape, Type } from '@plinth/expressions' */
import { shapeOf } from '@plinth/expressions';

/** @typedef {{ name: string, type: Type, label: string }} Named */
/** @typedef {{ field: string, op: string, value: string }} Condition */

const COMPARED = ['is', 'isNot', 'less', 'atMost', 'more', 'atLeast', 'filled', 'blank'];
const TEXT = ['is', 'isNot', 'contains', 'starts', 'filled', 'blank'];

/** Operators by the value's type. @type {Readonly<Record<string, readonly string[]>>} */
const OPERATORS = Object.freeze({
  text: TEXT,
  bool: ['yes', 'no'],
  int: COMPARED,
  decimal: COMPARED,
  date: COMPARED,
  moment: COMPARED,
  time: COMPARED,
  duration: COMPARED,
  id: ['is', 'isNot', 'filled', 'blank'],
  list: ['has', 'hasNot'],
  row: ['is', 'isNot', 'filled', 'blank'],
  rows: ['any', 'nothing'],
  json: [],
  null: [],
  record: [],
});
const PERSON = ['asker', 'notAsker', 'filled', 'blank'];
const PEOPLE = ['hasAsker', 'hasNotAsker'];
/** Operators that need no value. */
const ALONE = ['filled', 'blank', 'yes', 'no', 'asker', 'notAsker', 'hasAsker', 'hasNotAsker', 'any', 'nothing'];

const COMPARISONS = /** @type {Record<string, string>} */ ({
  is: '==',
  isNot: '!=',
  less: '<',
  atMost: '<=',
  more: '>',
  atLeast: '>=',
});

/** @param {Type | undefined} type @returns {readonly string[]} */
export function operatorsOf(type) {
  if (!type) return [];
  if (type.name === 'row' && type.table === 'users') return PERSON;
  if (type.name === 'rows' && type.table === 'users') return PEOPLE;
  return OPERATORS[type.name];
}

/** @param {string} operator */
export const needsValue = (operator) => !ALONE.includes(operator);

/**
 * Conditions from lists as the text of a rule. Those without a field are left out.
 *
 * @param {readonly Condition[]} conditions @param {'and' | 'or'} joined @param {readonly Named[]} names
 */
export function writeRule(conditions, joined, names) {
  const written = conditions.flatMap(({ field, op, value }) => {
    const type = names.find(({ name }) => name === field)?.type;
    return type && operatorsOf(type).includes(op) ? [condition(field, op, value, type)] : [];
  });
  return written.join(joined === 'or' ? ' || ' : ' && ');
}

/** @param {string} field @param {string} op @param {string} value @param {Type} type */
function condition(field, op, value, type) {
  const written = literal(value, type.name === 'list' ? type.of : type);
  if (op in COMPARISONS) return `${field} ${COMPARISONS[op]} ${written}`;
  const texts = /** @type {Record<string, string>} */ ({
    contains: `${field}.contains(${written})`,
    starts: `${field}.startsWith(${written})`,
    filled: `${field} != null`,
    blank: `${field} == null`,
    yes: `${field} == true`,
    no: `${field} != true`,
    has: `${written} in ${field}`,
    hasNot: `!(${written} in ${field})`,
    asker: `${field} == user.id`,
    notAsker: `${field} != user.id`,
    hasAsker: `user.id in ${field}`,
    hasNotAsker: `!(user.id in ${field})`,
    any: `${field}.size() > 0`,
    nothing: `${field}.size() == 0`,
  });
  return texts[op];
}

/**
 * An input in the expression language; names of the person and the day stay names.
 *
 * @param {string} typed @param {Type} type
 */
function literal(typed, type) {
  const value = typed.trim();
  const shape = shapeOf(value);
  if (shape && valueName(shape) === value) return value;
  if (['int', 'decimal', 'row'].includes(type.name) && /^-?\d+([.,]\d+)?$/.test(value)) return value.replace(',', '.');
  return JSON.stringify(value);
}

/** A path as names are listed, such as row.customer.name. @param {Shape} shape @returns {string | null} */
export const nameOf = (shape) =>
  shape.kind === 'path' && shape.steps.every((step) => /^\w+$/.test(step))
    ? [shape.root, ...shape.steps].join('.')
    : null;

/** A name that a condition can compare with. @param {Shape} shape */
export function valueName(shape) {
  const name = nameOf(shape);
  const [root, ...steps] = name?.split('.') ?? [];
  const most = { row: Infinity, user: 1, today: 0, now: 0 }[root] ?? -1;
  return steps.length <= most && steps.length > 0 === ['row', 'user'].includes(root) ? name : null;
}
