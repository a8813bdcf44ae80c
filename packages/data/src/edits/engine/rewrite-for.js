/** @import { Work } from '../types.d.ts' */
/** @import { EngineContext } from './types.d.ts' */
import { LARGE, tableSizes } from '../../catalog/ddl/index-builds.js';
import { asStatement } from '../../postgres/sql/index.js';
import { derive } from './derive.js';
import { fresh, planAhead } from './plan-ahead.js';

/** A conversion reads or rewrites the whole table. */
export const STATEMENT_MS = 10 * 60_000;

/**
 * What is made ahead of an edit of a large table, so that it does not hold its lock for long.
 *
 * @param {EngineContext} context @param {Work} work
 */
export async function rewriteFor(context, work) {
  const ahead = await planAhead(context, work);
  if (!ahead) return null;
  const before = await fresh(context, context.db);
  const ids = new Set(ahead.planned.changes.flatMap(({ id, parent }) => [id, parent]));
  const sizes = await tableSizes(
    context.db,
    before.tables.filter(({ id }) => ids.has(id)),
  );
  if (before.version !== ahead.version || ![...sizes.values()].some((rows) => rows >= LARGE)) return null;
  return context.db.apart(async (client) => {
    await client.query({ text: "select set_config('statement_timeout', $1, false)", values: [String(STATEMENT_MS)] });
    const on = { query: (/** @type {any} */ query) => client.query(asStatement(query)) };
    const { ddl, readings } = await derive(context, on, ahead.planned, before);
    const { rewrite } = ddl;
    return rewrite ? { rewrite, readings, rows: sizes.get(rewrite.table) ?? 0 } : null;
  });
}
