/** @import { Change, StoredCatalog, StoredObject } from '../../catalog/types.d.ts' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { AppError } from '@plinth/plugin';
import { isDeepStrictEqual } from 'node:util';
import { k } from '../../postgres/sql/index.js';

/**
 * Refuses an edit if an object has changed since the caller read it, and says what changed.
 *
 * @param {Pick<Transaction, 'query'>} tx @param {StoredCatalog} catalog
 * @param {Record<string, number> | undefined} expect versions by id
 */
export async function checkExpected(tx, catalog, expect = {}) {
  const stale = Object.entries(expect).filter(([id, version]) => catalog.objects.get(id)?.version !== Number(version));
  if (stale.length === 0) return;
  const changed = [];
  for (const [id, version] of stale) changed.push(await whatChanged(tx, id, Number(version), catalog.objects.get(id)));
  const first = changed[0];
  const message = first.removed
    ? `The ${first.kind} "${first.name}" was removed by somebody else meanwhile`
    : `The ${first.kind} "${first.name}" was changed by somebody else meanwhile`;
  throw new AppError('EDIT_CONFLICT', message, {
    status: 409,
    hint: 'Check what changed, then make your change again',
    details: { changed },
  });
}

/**
 * Compares the object as the caller saw it, restored from later revisions, with its current state.
 *
 * @param {Pick<Transaction, 'query'>} tx @param {string} id @param {number} seen @param {StoredObject | undefined} object
 */
async function whatChanged(tx, id, seen, object) {
  const { rows } = await tx.query(
    k('plinth.revisions as r')
      .joinRaw(
        `cross join lateral (
           select c as change from jsonb_array_elements(r.changes) as c where c ->> 'id' = ? limit 1) as c`,
        [id],
      )
      .leftJoin('plinth.users as u', 'u.id', 'r.user_id')
      .select('c.change', { by: 'u.name' })
      .whereRaw('r.changes @> ?::jsonb', [JSON.stringify([{ id }])])
      .orderBy('r.version', 'desc')
      .limit(object ? Math.max(1, object.version - seen) : 1),
  );
  /** @type {Change | undefined} */
  const oldest = rows.at(-1)?.change;
  const now = object && { name: object.name, ...object.body };
  const then = oldest?.before ? { name: oldest.before.name, ...oldest.before.body } : {};
  return {
    id,
    kind: object?.kind ?? oldest?.kind ?? 'object',
    name: object?.name ?? oldest?.name ?? '',
    removed: !object,
    by: rows[0]?.by || null,
    version: object?.version ?? null,
    keys: now ? differences(then, now) : {},
  };
}

/** @param {Record<string, unknown>} before @param {Record<string, unknown>} after */
function differences(before, after) {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    keys
      .filter((key) => !isDeepStrictEqual(before[key], after[key]))
      .map((key) => [key, { before: before[key], after: after[key] }]),
  );
}
