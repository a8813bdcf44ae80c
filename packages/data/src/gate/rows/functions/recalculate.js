/** @import { Actor, QuerySpec, Table } from '@plinth/plugin' */
/** @import { WriteContext } from '../write-rows.js' */
import { AppError, memoize } from '@plinth/plugin';
import { fieldNotFound } from '../../../postgres/errors/row-errors.js';
import { requireAdmin } from '../../../rules/rights/require-admin.js';
import { writeBatch } from '../write/batch.js';

/** Rows of one step: a run of the function or a few, and short locks. */
const STEP = 500;

/**
 * Calculates a field again for rows that exist, a batch at a time. Only rows whose value changes are written.
 *
 * @param {WriteContext} context @param {import('../read-within.js').Select} select
 */
export function createRecalculate(context, select) {
  const specOf = memoize(
    (/** @type {Table} */ { name }) =>
      /** @type {QuerySpec} */ ({
        table: name,
        select: [],
        limit: STEP,
        sort: [{ field: 'id' }],
        cursor: { after: 'after', before: 'before' },
      }),
  );

  /**
   * @param {Actor} actor an admin @param {string} name @param {string} field
   * @param {{ after?: string | null }} [options] where the last batch ended
   * @returns {Promise<{ seen: number, changed: number, errors: { id: unknown, error: AppError }[], next: string | null }>}
   */
  return async function recalculate(actor, name, field, { after = null } = {}) {
    requireAdmin(actor);
    const system = { ...actor, system: true };
    const table = context.catalog().table(name);
    if (!table.field(field).function) throw fieldNotFound(name, field);
    const [{ rows, next }] = await select(system, [{ spec: specOf(table), params: { after } }]);
    const keys = rows.map(({ id }) => id);
    const work = context.work(system, name, 'update');
    const outcomes = await context.writeJudged(
      work,
      keys.map((k) => ({ k, v: {} })),
      { write: (judged, some) => writeBatch(context.db, judged, some), anew: field },
    );
    const errors = outcomes.flatMap(({ error }, i) => {
      if (error && !(error instanceof AppError)) throw error;
      return error ? [{ id: keys[i], error: /** @type {AppError} */ (error) }] : [];
    });
    return { seen: keys.length, changed: outcomes.filter(({ row }) => row).length, errors, next: next ?? null };
  };
}
