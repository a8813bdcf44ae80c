/** @import { Condition, Named } from './rule-builder.js' */
import { operatorsOf, writeRule } from './rule-builder.js';

const LITERAL = String.raw`("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|user\.\w+|today|now|row\.[\w.]+)`;
const NAME = String.raw`((?:row|user)\.[\w.]+?)`;
/** Patterns for each way in which writeRule writes one condition: field, value. @type {readonly [RegExp, string][]} */
const WAYS = [
  [new RegExp(`^${NAME} == null$`), 'blank'],
  [new RegExp(`^${NAME} != null$`), 'filled'],
  [new RegExp(`^${NAME} == true$`), 'yes'],
  [new RegExp(`^${NAME} != true$`), 'no'],
  [new RegExp(`^${NAME} == user\\.id$`), 'asker'],
  [new RegExp(`^${NAME} != user\\.id$`), 'notAsker'],
  [new RegExp(`^user\\.id in ${NAME}$`), 'hasAsker'],
  [new RegExp(`^!\\(user\\.id in ${NAME}\\)$`), 'hasNotAsker'],
  [new RegExp(`^${NAME}\\.size\\(\\) > 0$`), 'any'],
  [new RegExp(`^${NAME}\\.size\\(\\) == 0$`), 'nothing'],
  [new RegExp(`^${NAME} == ${LITERAL}$`), 'is'],
  [new RegExp(`^${NAME} != ${LITERAL}$`), 'isNot'],
  [new RegExp(`^${NAME} < ${LITERAL}$`), 'less'],
  [new RegExp(`^${NAME} <= ${LITERAL}$`), 'atMost'],
  [new RegExp(`^${NAME} > ${LITERAL}$`), 'more'],
  [new RegExp(`^${NAME} >= ${LITERAL}$`), 'atLeast'],
  [new RegExp(`^${NAME}\\.contains\\(${LITERAL}\\)$`), 'contains'],
  [new RegExp(`^${NAME}\\.startsWith\\(${LITERAL}\\)$`), 'starts'],
];
const IN_LIST = [
  [new RegExp(`^${LITERAL} in ${NAME}$`), 'has'],
  [new RegExp(`^!\\(${LITERAL} in ${NAME}\\)$`), 'hasNot'],
];

/**
 * The conditions that a rule was built from, so that they can be edited in the builder. Null if it was written by hand
 * in another way, and is left alone.
 *
 * @param {string} source @param {readonly Named[]} names
 * @returns {{ joined: 'and' | 'or', conditions: Condition[] } | null}
 */
export function readRule(source, names) {
  const text = source.trim();
  if (text === '') return null;
  for (const [joined, sign] of /** @type {const} */ ([
    ['and', ' && '],
    ['or', ' || '],
  ])) {
    const conditions = split(text, sign).map((part) => conditionOf(part, names));
    if (!conditions.every((condition) => condition !== null)) continue;
    // Only accepted if writing it again gives the same text.
    if (writeRule(conditions, joined, names) === text) return { joined, conditions };
  }
  return null;
}

/** Operators inside quotation marks don't separate conditions. @param {string} text @param {string} sign */
function split(text, sign) {
  const parts = [''];
  for (const piece of text.split(/("(?:[^"\\]|\\.)*")/)) {
    if (piece.startsWith('"')) parts[parts.length - 1] += piece;
    else {
      const [first, ...rest] = piece.split(sign);
      parts[parts.length - 1] += first;
      parts.push(...rest);
    }
  }
  return parts;
}

/** @param {string} part @param {readonly Named[]} names @returns {Condition | null} */
function conditionOf(part, names) {
  const fits = (/** @type {string} */ field, /** @type {string} */ op) =>
    operatorsOf(names.find(({ name }) => name === field)?.type).includes(op);
  for (const [way, op] of WAYS) {
    const found = way.exec(part);
    if (found && fits(found[1], op)) return { field: found[1], op, value: typed(found[2]) };
  }
  for (const [way, op] of /** @type {[RegExp, string][]} */ (IN_LIST)) {
    const found = way.exec(part);
    if (found && fits(found[2], op)) return { field: found[2], op, value: typed(found[1]) };
  }
  return null;
}

/** @param {string | undefined} literal */
const typed = (literal = '') => (literal.startsWith('"') ? String(JSON.parse(literal)) : literal);
