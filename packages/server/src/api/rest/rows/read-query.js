import { LIMITS } from '@plinth/data';
import { AppError, OPERATORS as ALL, phrase } from '@plinth/plugin';
import { LIST_OPTIONS } from './list-options.js';

/** A field with the name of an option is compared as `name.eq=`. */
export const OPTIONS = Object.freeze(Object.keys(LIST_OPTIONS));
/** `empty=false` is for what is filled. */
export const OPERATORS = Object.freeze(ALL.filter((op) => op !== 'filled'));

/**
 * One comparison in a list's address: `name` as received, the path of the field, and where its value is.
 *
 * @typedef {{ name: string, path: string, op: string, param: string }} Condition
 * @typedef {{ conditions: Condition[], options: Record<string, string | undefined>, params: Record<string, unknown> }}
 *   ListQuery
 */

/**
 * The query of a list, split into options and comparisons. Whatever may differ between requests without requiring
 * another statement (values, words, cursors) is in `params`.
 *
 * @param {URLSearchParams} query
 * @returns {ListQuery}
 * @throws {AppError} QUERY_INVALID (422)
 */
export function readQuery(query) {
  /** @type {Record<string, string>} */
  const options = Object.create(null);
  /** @type {Condition[]} */
  const conditions = [];
  /** @type {Record<string, unknown>} */
  const params = Object.create(null);
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    if (OPTIONS.includes(name)) {
      if (values.length > 1) throw new AppError('QUERY_INVALID', phrase`"${name}" is given twice`, { status: 422 });
      options[name] = values[0];
    } else addCondition(conditions, params, name, values);
  }
  if (conditions.length > LIMITS.apiConditions)
    throw new AppError('QUERY_INVALID', phrase`At most ${LIMITS.apiConditions} comparisons are allowed`, {
      status: 422,
      hint: 'Leave some out, or ask in several requests',
    });
  for (const name of ['q', 'after', 'before']) if (options[name] !== undefined) params[name] = options[name];
  return { conditions, options, params };
}

/** @param {Condition[]} conditions @param {Record<string, unknown>} params @param {string} name @param {string[]} values */
function addCondition(conditions, params, name, values) {
  const dot = name.lastIndexOf('.');
  const isOperator = dot > 0 && OPERATORS.includes(/** @type {any} */ (name.slice(dot + 1)));
  const path = isOperator ? name.slice(0, dot) : name;
  const op = isOperator ? name.slice(dot + 1) : 'eq';
  const wanted = op === 'in' ? [values.length > 1 ? values : values[0].split(',')] : values;
  for (const value of wanted) {
    const param = `p${conditions.length}`;
    if (op === 'empty') conditions.push({ name, path, op: readFlag(name, value) ? 'empty' : 'filled', param });
    else {
      conditions.push({ name, path, op, param });
      params[param] = value;
    }
  }
}

/** @param {string} name @param {string | string[]} text */
function readFlag(name, text) {
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw new AppError('QUERY_INVALID', phrase`"${name}" must be true or false`, { status: 422 });
}

/** @param {string} name */
export function invalidQuery(name) {
  return new AppError('QUERY_INVALID', phrase`"${name.slice(0, 60)}" is not supported here`, { status: 422 });
}
