/** @import { Fragment } from '../../../postgres/sql/index.js' */
import { Param, quoteLiteral } from '../../../postgres/sql/index.js';

/**
 * A fragment with its values as literals, for function bodies, which take no parameters. Each goes through the one
 * quoting function, and already has a type behind it.
 *
 * @param {Fragment} fragment
 */
export function inlined({ texts, values }) {
  return texts.reduce((text, next, i) => text + literal(values[i - 1]) + next);
}

/** @param {unknown} value */
function literal(value) {
  if (value instanceof Param) throw new TypeError(`A function can't take the parameter "${value.name}"`);
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
    return quoteLiteral(/** @type {any} */ (value));
  throw new TypeError(`A function can't hold a value of type ${typeof value}`);
}
