/** @import { StoredCatalog } from '../../catalog/types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */
import { createCache } from '@plinth/plugin';
import { sql } from '../../postgres/sql/index.js';
import { createDocument } from './document.js';

/**
 * The documents that runs began with; they never change, but a run gets another one when something is renamed.
 *
 * @param {{ catalog: () => StoredCatalog, reload(version?: number): Promise<StoredCatalog> }} context
 */
export function createDocuments({ catalog, reload }) {
  /** @type {import('@plinth/plugin').Cache<string, ReturnType<typeof createDocument>>} */
  const known = createCache({ max: 200 });

  /** @param {Pick<Within['tx'], 'query'>} on @param {string} hash */
  return async (on, hash) => {
    const cached = known.get(hash);
    if (cached) return cached;
    const { rows } = await on.query(sql`
      select document, names_since as since from plinth.workflow_versions where hash = ${hash}`);
    const since = Number(rows[0].since ?? 0);
    // The rename has been committed, but this process may not have heard of it.
    if (catalog().version < since) await reload(since);
    const document = createDocument(rows[0].document);
    known.set(hash, document);
    return document;
  };
}
