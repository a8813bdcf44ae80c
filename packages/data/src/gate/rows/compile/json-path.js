import { OPERATORS, asksForPart, phrase } from '@plinth/plugin';
import { fixed, ident, sql } from '../../../postgres/sql/index.js';
import { filterInvalid, shown } from '../../../postgres/errors/row-errors.js';
import { foldable, isMarker, likePattern, paramName, paramOf } from './literal.js';
import { readable } from './scope.js';
import { orderIn } from './sorted.js';
import { sqlTypeOf } from './values.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/** @import { Operator } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Run } from '../../types.d.ts' */
/** @import { Found, Scope } from './scope.js' */
/** @typedef {string | number | boolean} Plain */
/**
 * @typedef {{ texts: string[], numbers: string[], booleans: boolean[] }} Given the possible meanings of one value, by
 *   type
 */

const OPPOSITES = { ne: 'eq', lacks: 'contains' };
const SIGNS = { eq: '=', in: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' };
const DEEPEST = 32;
/** A number as JSON writes it, because URL parameters are always texts. */
const NUMBER = /^-?(0|[1-9]\d{0,99})(\.\d{1,100})?$/;

/**
 * The position inside a JSON field that a path such as "data.address.city" (also over relations) leads to; null for any
 * other path, and if the actor may not know of the field, so that the whole path leads nowhere.
 *
 * @param {Scope} scope @param {string} path
 * @returns {{ found: Found, keys: string[] } | null}
 */
export function jsonPlace(scope, path) {
  const names = typeof path === 'string' ? path.split('.') : [];
  let { table } = scope;
  for (const [i, name] of names.slice(0, -1).entries()) {
    const field = i === 0 || scope.c.isVisible(table) ? readable(scope.c, table, name) : null;
    if (!field) return null;
    if (scope.c.type(field).storage === 'column' && sqlTypeOf(scope.c, field) === 'jsonb')
      return { found: scope.resolve(names.slice(0, i + 1).join('.')), keys: names.slice(i + 1) };
    const target = scope.c.targetOf(field);
    if (!target) return null;
    table = target;
  }
  return null;
}

/**
 * A condition on a row's JSON at a path. The given value determines the type: a number is compared with numbers, a text
 * with texts, and a parameter, which is a text, with both. A row with something else there, or nothing, does not match
 * and causes no error.
 *
 * @param {Scope} scope @param {{ found: Found, keys: string[] }} place @param {string} op @param {unknown} value
 * @returns {Fragment}
 */
export function jsonLeaf(scope, { found, keys }, op, value) {
  if (!OPERATORS.includes(/** @type {Operator} */ (op)))
    throw filterInvalid(
      phrase`Field "${found.field.name}" can't be compared with "${shown(op)}"`,
      phrase`Available: ${OPERATORS.join(', ')}`,
    );
  if (keys.length > DEEPEST || keys.some((key) => key === '' || key.length > 200 || key.includes('\0')))
    throw filterInvalid(phrase`"${shown(keys.join('.'))}" is not a path in a JSON field`);
  const at = sql`(${found.column} #> ${keys}::text[])`;
  const isEmpty = sql`coalesce(${at}, 'null') in ('null', '""', '[]', '{}')`;
  if (op === 'empty' || (op === 'eq' && value === null)) return isEmpty;
  if (op === 'filled' || (op === 'ne' && value === null)) return sql`not (${isEmpty})`;
  const opposite = OPPOSITES[/** @type {'ne'} */ (op)];
  if (opposite) return sql`(${jsonLeaf(scope, { found, keys }, opposite, value)}) is not true`;
  const given = reader(value, op === 'in');
  if (asksForPart(op)) return within(scope, at, given, op);
  const exact = comparison(scope, at, given, /** @type {keyof typeof SIGNS} */ (op));
  const findable = (op === 'eq' || op === 'in') && isIndexed(found) && !keys.some((key) => /^-?\d+$/.test(key));
  if (!findable) return exact;
  // The condition that an index of the whole field can answer; it does not cover lists, so the comparison is added to
  // it.
  const documents = scope.c.slot((run) => asJson(given(run)).map((json) => keys.reduceRight(wrap, json)));
  return sql`(${found.column} @> any (${documents}::jsonb[]) and ${exact})`;
}

/** @param {string} json @param {string} key */
const wrap = (json, key) => `{${JSON.stringify(key)}:${json}}`;

/** @param {Given} given */
const asJson = ({ texts, numbers, booleans }) => [
  ...texts.map((text) => JSON.stringify(text)),
  ...numbers,
  ...booleans.map(String),
];

/** @param {Scope} scope @param {Fragment} at @param {(run: Run) => Given} given @param {keyof typeof SIGNS} op */
function comparison({ c }, at, given, op) {
  const sign = fixed(SIGNS[op]);
  const numbers = c.slot((run) => given(run).numbers);
  const texts = c.slot((run) => given(run).texts);
  const booleans = c.slot((run) => given(run).booleans);
  // A case is evaluated in order, so that no cast meets a value of another type.
  return sql`case jsonb_typeof(${at})
      when 'number' then ${at}::numeric ${sign} any (${numbers}::numeric[])
      when 'string' then (${at} #>> '{}') collate ${ident('plinth', orderIn(c))} ${sign} any (${texts}::text[])
      when 'boolean' then ${at}::boolean ${sign} any (${booleans}::boolean[])
      else false end`;
}

/** @param {Scope} scope @param {Fragment} at @param {(run: Run) => Given} given @param {string} op about a part */
function within({ c }, at, given, op) {
  const patterns = c.slot((run) => given(run).texts.map((text) => likePattern(op, text)));
  const elements = c.slot((run) => asJson(given(run)));
  const inText = sql`when 'string' then ${foldable(sql`${at} #>> '{}'`)} ilike any (${patterns}::text[])`;
  const inList = sql`when 'array' then ${at} @> any (${elements}::jsonb[])`;
  return sql`case jsonb_typeof(${at})
      ${op === 'has' ? sql`` : inText}
      ${op === 'starts' || op === 'ends' ? sql`` : inList}
      else false end`;
}

/** @param {any} value @param {boolean} several @returns {(run: Run) => Given} */
function reader(value, several) {
  const name = paramName(value);
  if (name !== null) return (run) => sorted(asList(paramOf(run, name), several), true);
  if (isMarker(value, 'today')) return (run) => sorted([run.today], false);
  if (isMarker(value, 'now')) return (run) => sorted([run.now.toISOString()], false);
  if (value?.user === 'id') return ({ actor }) => sorted(asList(actor.userId, false), false);
  const constant = sorted(asList(value ?? null, several), false);
  return () => constant;
}

/** @param {unknown} value @param {boolean} several @returns {Plain[]} */
function asList(value, several) {
  const list = value === null ? [] : several && Array.isArray(value) ? value : [value];
  if (list.length > LIMITS.comparedValues)
    throw filterInvalid(
      phrase`At most ${LIMITS.comparedValues} values can be compared at once`,
      'Leave some out, or ask in several requests',
    );
  for (const entry of list) {
    if (!['string', 'number', 'boolean'].includes(typeof entry))
      throw filterInvalid('Text, a number or yes/no is expected here');
    if (
      typeof entry === 'string' &&
      (entry.length > LIMITS.comparedCharacters || entry.includes('\0') || !entry.isWellFormed())
    )
      throw filterInvalid('A value contains a character that is not allowed');
  }
  return list;
}

/** @param {Plain[]} list @param {boolean} asTexts the values are texts of any meaning @returns {Given} */
function sorted(list, asTexts) {
  /** @param {Plain} value */
  const isNumber = (value) =>
    typeof value === 'number' ? Number.isFinite(value) : asTexts && NUMBER.test(String(value));
  /** @param {Plain} value */
  const isBoolean = (value) => typeof value === 'boolean' || (asTexts && (value === 'true' || value === 'false'));
  return {
    texts: list.filter((value) => typeof value === 'string'),
    numbers: list.filter(isNumber).map(String),
    booleans: list.filter(isBoolean).map((value) => String(value) === 'true'),
  };
}

/** @param {Found} found */
const isIndexed = ({ table, field }) =>
  table.indexes.some((index) => !index.kind && index.fields.length === 1 && index.fields[0] === field.name);
