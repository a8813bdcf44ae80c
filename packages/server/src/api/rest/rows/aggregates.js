/** @import { Group, QuerySpec } from '@plinth/plugin' */
import { LIMITS } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';

const AGGREGATE = /^(count|sum|avg|min|max)(?:\(([a-z][\w.]{0,200})\))?$/;
const GROUP = /^([a-z][\w.]{0,200})(?::(day|week|month|quarter|year))?$/;

/**
 * "count,sum(amount)": each total has its parameter's name, with an underscore for the parentheses: sum_amount.
 *
 * @param {string | undefined} text @returns {NonNullable<QuerySpec['totals']>[number][]}
 */
export function aggregatesOf(text) {
  return parts(text).map((part) => {
    const match = AGGREGATE.exec(part);
    const [, aggregate, field] = match ?? [];
    if (!match || (aggregate !== 'count' && field === undefined)) {
      throw new AppError('QUERY_INVALID', phrase`"${part.slice(0, 60)}" is not an aggregate`, {
        status: 422,
        hint: 'Use count, or sum, avg, min or max of a field, for example sum(amount)',
      });
    }
    const as = field === undefined ? 'count' : `${aggregate}_${field}`;
    return { as, aggregate: /** @type {any} */ (aggregate), ...(field !== undefined && { field }) };
  });
}

/** "status,created_at:month". @param {string | undefined} text @returns {Group[]} */
export function groupsOf(text) {
  return parts(text).map((part) => {
    const match = GROUP.exec(part);
    if (!match) {
      throw new AppError('QUERY_INVALID', phrase`Rows can't be grouped by "${part.slice(0, 60)}"`, {
        status: 422,
        hint: 'Name fields; dates by day, week, month, quarter or year: created_at:month',
      });
    }
    const [, field, step] = match;
    return { as: field, field, ...(step !== undefined && { step: /** @type {any} */ (step) }) };
  });
}

/** @param {string | undefined} text */
function parts(text) {
  if (text === undefined) return [];
  const list = text.split(',').map((part) => part.trim());
  if (list.length > LIMITS.apiAggregates)
    throw new AppError('QUERY_INVALID', phrase`At most ${LIMITS.apiAggregates} can be requested at once`, {
      status: 422,
      hint: 'Leave some out, or ask in several requests',
    });
  return list;
}
