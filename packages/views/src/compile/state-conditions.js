/** @import { Filter, StateFilter, ViewState } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';

/**
 * The conditions of a state as those of a statement. Values are passed as params, so that equal shapes share a statement.
 *
 * @type {(state: Pick<ViewState, 'filters' | 'groups'>) => { where: Filter[], params: Record<string, unknown>, shape: string }}
 */
export const conditionsIn = memoize(({ filters, groups }) => {
  /** @type {Record<string, unknown>} */
  const params = {};
  let shape = '';
  const where = filters.map((filter, i) => {
    shape += `&${shapeOf(filter)}`;
    return conditionOf(filter, `f${i}`, params);
  });
  for (const [i, alternatives] of groups.entries()) {
    shape += '&(';
    const any = alternatives.map((conditions, j) => {
      shape += `|${conditions.map(shapeOf).join('&')}`;
      return { all: conditions.map((filter, k) => conditionOf(filter, `g${i}_${j}_${k}`, params)) };
    });
    shape += ')';
    where.push({ any });
  }
  return { where, params, shape };
});

/** @param {StateFilter} filter */
function shapeOf({ field, op, value }) {
  if (op === 'within') return `${field}.within=${value}`;
  return op === 'hasAny' ? `${field}.hasAny${value.length}` : `${field}.${op}`;
}

/**
 * @param {StateFilter} filter @param {string} name of its param @param {Record<string, unknown>} params filled in
 * @returns {Filter}
 */
export function conditionOf({ field, op, value }, name, params) {
  if (op === 'within') {
    const edge = (/** @type {'start' | 'end'} */ which) =>
      /** @type {const} */ ({ today: true, period: value, edge: which });
    return {
      all: [
        { field, op: 'gte', value: edge('start') },
        { field, op: 'lt', value: edge('end') },
      ],
    };
  }
  if (op === 'empty' || op === 'filled') return { field, op };
  if (op === 'hasAny') {
    return {
      any: value.map((/** @type {unknown} */ entry, /** @type {number} */ i) => {
        params[`${name}_${i}`] = entry;
        return { field, op: 'has', value: { param: `${name}_${i}` } };
      }),
    };
  }
  params[name] = value;
  return { field, op, value: { param: name } };
}
