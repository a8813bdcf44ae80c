/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { Planned, Work } from '../types.d.ts' */
/** @import { EngineContext } from './types.d.ts' */
import { AppError } from '@plinth/plugin';
import { buildCatalog } from '../../catalog/model/catalog.js';
import { readObjects } from '../../catalog/model/store.js';
import { k } from '../../postgres/sql/index.js';

/**
 * Plans before the transaction, so that a large app neither holds the lock nor keeps a transaction idle while it is
 * planned. The plan is used if nothing has changed by the time the lock is acquired.
 *
 * @param {EngineContext} context @param {Work} work @returns {Promise<{ version: number, planned: Planned } | null>}
 *   null: planning failed; planning again under the lock reports the error
 */
export async function planAhead(context, work) {
  const before = await fresh(context, context.db);
  try {
    return { version: before.version, planned: await work.plan(before, context.db) };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * The newest Catalog, which is read again if another process has changed it. Under the lock, nobody else can change
 * metadata, not even with psql (see migration 0060).
 *
 * @param {EngineContext} context @param {Pick<Transaction, 'query'>} on @param {{ lock?: boolean }} [options]
 */
export async function fresh({ catalog, registry }, on, { lock = false } = {}) {
  const version = k('plinth.catalog_version').select('version');
  const { rows } = await on.query(lock ? version.forUpdate() : version);
  if (rows[0].version === catalog().version) return catalog();
  return buildCatalog({ ...(await readObjects(on)), registry });
}
