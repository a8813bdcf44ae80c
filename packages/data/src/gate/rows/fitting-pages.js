/** @import { Actor, Query, QuerySpec, Result } from '@plinth/plugin' */

/** Rows of a page, where rows are too large to be read by hundreds. */
const FEWER = [20, 5, 1];

/**
 * Reads a long list page by page: as many rows as the query says, or fewer at a time where they are too large together.
 *
 * @param {(actor: Actor, queries: Query[]) => Promise<Result[]>} select @param {QuerySpec} spec
 * @returns {(actor: Actor, params: Record<string, unknown>) => Promise<Result>}
 */
export function createFittingPages(select, spec) {
  let at = spec;
  const smaller = FEWER.map((limit) => ({ ...spec, limit }));
  return async function read(actor, params) {
    try {
      return (await select(actor, [{ spec: at, params }]))[0];
    } catch (/** @type {any} */ error) {
      const next = error?.code === 'RESULT_TOO_LARGE' ? smaller.shift() : undefined;
      if (!next) throw error;
      at = next;
      return read(actor, params);
    }
  };
}
